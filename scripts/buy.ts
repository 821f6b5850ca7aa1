/** `npm run buy -- <route> '<json>'`: buys one answer from a running service with the official x402 client. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT, WORLD_FILE } from "../sandbox/service";
import type { World } from "../sandbox/world";
import { ask } from "./buy/ask";
import { buy, type BuyEnvironment } from "./buy/buy";
import { EXIT, Stop } from "./buy/exits";
import { readOptions, USAGE } from "./buy/options";
import { requestOnce } from "./buy/request";
import { unfinishedIn } from "./buy/unfinished";

/** The sandbox that runs here, or ran last. */
function readWorld(): World | null {
  try {
    return JSON.parse(readFileSync(WORLD_FILE, "utf8")) as World; // written by the sandbox from that type
  } catch {
    return null; // none was ever started here
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    console.log(USAGE);
    return args.length === 0 ? EXIT.usage : EXIT.served;
  }
  const options = readOptions(args);
  const world = readWorld();
  const origin = options.origin ?? world?.origin ?? "http://localhost:3000";
  const call = { url: origin + options.route, body: options.body };
  const environment: BuyEnvironment = {
    origin,
    keyring: { env: process.env, sandbox: world?.origin === origin ? world : null },
    unfinished: unfinishedIn(process.env.BUY_STATE_DIR ?? path.join(ROOT, ".buy"), call),
    request: (method, payment) => requestOnce(call, method, payment),
    ask: process.stdin.isTTY ? (question) => ask(question) : null,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    print: (text) => console.log(text),
    report: (text) => console.error(text),
  };
  return buy(options, environment);
}

// Who reads no further, as `head` does, has what they wanted; the receipt goes to stderr all the same.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Stop ? error.message : error);
  return error instanceof Stop ? error.exit : EXIT.failed;
});
