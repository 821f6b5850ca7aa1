/**
 * Buys one answer from a running service with the official x402 client.
 *
 *   npm run buy -- /api/svc-intel-macro                     pays on Base, in the running sandbox
 *   npm run buy -- /api/svc-intel-tvl --chain solana
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buyOnBase, buyOnSolana, describePurchase, succeeded } from "../sandbox/purchase";
import { STATE_DIR } from "../sandbox/service";
import type { World } from "../sandbox/world";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { chain: { type: "string", default: "base" } },
});
const route = positionals[0] ?? "/api/svc-intel-tvl";

function readWorld(): World {
  try {
    return JSON.parse(readFileSync(path.join(STATE_DIR, "world.json"), "utf8")) as World; // written by the sandbox from that type
  } catch (cause) {
    throw new Error("no sandbox is running: start one with npm run sandbox", { cause });
  }
}

try {
  const purchase = await (values.chain === "solana" ? buyOnSolana : buyOnBase)(readWorld(), route);
  console.log(describePurchase(purchase));
  process.exit(succeeded(purchase) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
