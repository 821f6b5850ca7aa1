/** `npm run sandbox`: the local world, a purchase on each chain, then a service that keeps serving. */
import path from "node:path";
import { describeChat } from "./chat-models";
import { readOptions, USAGE } from "./options";
import { describePurchase, succeeded } from "./purchase";
import { raiseSandbox } from "./sandbox";
import { LOG_DIR, ROOT, WORLD_FILE } from "./service";
import { describeTokenPurchase, tokenSucceeded } from "./token-purchase";

async function main(): Promise<number> {
  if (process.argv.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const options = readOptions(process.argv.slice(2));
  const interrupted = new Promise<"interrupted">((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve("interrupted"));
  });
  const raising = raiseSandbox(options);
  const sandbox = await Promise.race([raising, interrupted]);
  if (sandbox === "interrupted") {
    console.log("\nEnding what was started…");
    await raising.then((late) => late.stop()).catch(() => undefined); // it failed by itself: everything is ended then
    return 130;
  }
  try {
    console.log("Buying an answer on each chain with the official client…\n");
    const purchases = await sandbox.buySamples();
    for (const purchase of purchases) console.log(`${describePurchase(purchase)}\n`);
    const withToken = await sandbox.useToken();
    for (const purchase of withToken) console.log(`${describeTokenPurchase(purchase)}\n`);
    const bought = purchases.every(succeeded) && withToken.every(tokenSucceeded);
    if (options.once) return bought ? 0 : 1;
    console.log(`The service is at ${sandbox.world.origin}`);
    console.log(
      "Operators' commands (npm run ledger, switches, alerts) work here, too: docs/operations/practice.md",
    );
    console.log(describeChat(process.env));
    console.log(
      `Logs: ${path.relative(ROOT, LOG_DIR)}/   Addresses and keys: ${path.relative(ROOT, WORLD_FILE)}   Ctrl-C ends everything.`,
    );
    await interrupted;
    console.log("\nEnding…");
    return bought ? 0 : 1;
  } finally {
    await sandbox.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
