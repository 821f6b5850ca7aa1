/**
 * `npm test`: the static checks, then every suite against one build and one sandbox; of the fault cases a few.
 * `npm run test:full`: the slow matrices, against a sandbox of their own.
 */
import { readOptions } from "@/sandbox/options";
import { raiseSandbox, type Sandbox } from "@/sandbox/sandbox";
import { describePurchase, succeeded } from "@/sandbox/purchase";
import { run, runTests, runStaticChecks, Stages, type Tally } from "@/scripts/stages";

const full = process.argv.includes("--full");
const stages = new Stages();
let sandbox: Sandbox | undefined;

/** The sandbox's own two purchases are the first proof that anything works. */
async function raise(): Promise<Tally> {
  sandbox = await raiseSandbox(readOptions([]));
  const purchases = await sandbox.buySamples();
  for (const purchase of purchases) console.log(describePurchase(purchase));
  const failures = purchases
    .filter((purchase) => !succeeded(purchase))
    .map((purchase) => ({ name: "a sample purchase", message: describePurchase(purchase) }));
  return { passed: purchases.length - failures.length, failed: failures.length, skipped: 0, failures };
}

try {
  await run("npm", ["run", "--silent", "render"]);
  if (!full) {
    await runStaticChecks(stages);
    for (const suite of ["unit", "contract"]) await stages.run(suite, () => runTests(suite));
  }
  const raised = await stages.run("sandbox", raise);
  if (raised.failed === 0) {
    process.env.FAULT_CASES = full ? "all" : "some";
    for (const suite of full ? ["full", "faults"] : ["integration", "faults", "e2e"])
      await stages.run(suite, () => runTests(suite));
  }
} finally {
  await sandbox?.stop();
}
stages.finish();
process.exit();
