/**
 * `npm test`: the static checks, then every suite against one build and one sandbox, without their longer files.
 * `npm run test:full`: those files, and the slow matrices.
 * `npm run test:all`: both, over one build and one sandbox, and nothing of it twice; of matrices whose rows repeat each
 * other a share (tests/support/share.ts).
 * `-- --host node` serves by the host of plain Node instead of `next start`.
 * `-- --only NAME,NAME` runs some parts of a list, and raises no sandbox where none of them needs it.
 *
 * What computes runs beside what waits. Waiting suites have deadlines, so that they run one after another, and what
 * has no deadlines leaves the processor to them.
 */
import { readOptions } from "@/sandbox/options";
import { describePurchase, succeeded } from "@/sandbox/purchase";
import { raiseSandbox, type Sandbox } from "@/sandbox/sandbox";
import { checkNames, type Part, readChoice, wanted } from "@/scripts/parts";
import { run } from "@/scripts/program";
import { runProgram, runTests, Stages } from "@/scripts/stages";
import { runStaticChecks } from "@/scripts/static-checks";
import type { Tally } from "@/scripts/tally";

/** Arguments that make no sense end the run before anything has begun, with one line of what is wrong. */
function orEnd<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const choice = orEnd(() => readChoice(process.argv.slice(2)));
const stages = new Stages();
let sandbox: Sandbox | undefined;

/** The sandbox's own two purchases are the first proof that anything works. */
async function raise(): Promise<Tally> {
  sandbox = await raiseSandbox(readOptions(["--host", choice.host]));
  const purchases = await sandbox.buySamples();
  for (const purchase of purchases) console.log(describePurchase(purchase));
  const failures = purchases
    .filter((purchase) => !succeeded(purchase))
    .map((purchase) => ({ name: "a sample purchase", message: describePurchase(purchase) }));
  return { passed: purchases.length - failures.length, failed: failures.length, skipped: 0, failures };
}

type Options = Parameters<typeof runTests>[1];
const suite = (name: string, list: Part["list"], projects: string, options: Options = {}): Part => ({
  name,
  list,
  run: () => stages.run(name, () => runTests(projects, options)),
});

/** `npm test` leaves files that take long for what they add (vitest.config.ts) to the slow list, which has them alone. */
const TEST_FILES = choice.all ? "all" : choice.full ? "longer" : "shorter";
/** Of screens that hold up every change a share is enough; CI has the rest. */
const SCREENS = choice.all ? "all" : "some";

/** Needs a sandbox, and waits for leases, limits and chains much of the time. */
const WAITING: readonly Part[] = [
  suite("integration", "both", "integration", { settings: { TEST_FILES } }),
  suite("sandbox-full", "slow", "sandbox-full"),
  suite("e2e", "both", "e2e", { settings: { TEST_FILES, MATRIX_ROWS: SCREENS } }),
  suite("faults", "slow", "faults", { settings: { FAULT_CASES: "all" } }),
];

async function runWaiting(parts: readonly Part[]): Promise<void> {
  const { failed } = await raised;
  if (failed > 0) return; // it is told, and without a sandbox nothing more can be
  for (const part of parts) await part.run();
}

/** How many schedules of the till's simulator are run. */
const SCHEDULES = "10000";
const simulate = (): Promise<Tally> =>
  runProgram("simulate", "npm", ["run", "--silent", "simulate", "--", "--runs", SCHEDULES], {
    priority: "spare",
  });

const MATRIX_ROWS = choice.full ? "all" : "some";

/**
 * Computes. Those that have deadlines compete for the processor, the others take what it has to spare. Parts in one line
 * run side by side: the simulator, which divides evenly, works whenever a matrix waits or has fewer files left than there
 * are cores.
 */
const COMPUTING: readonly (readonly Part[])[] = [
  [{ name: "static", list: "quick", run: () => runStaticChecks(stages, raised, true) }],
  [suite("contract", "quick", "contract")],
  [suite("unit", "both", "unit*", { settings: { TEST_FILES } })],
  [
    suite("full", "slow", "full", { priority: "low", settings: { MATRIX_ROWS } }),
    { name: "simulate", list: "slow", run: () => stages.run("simulate", simulate) },
  ],
];

async function runComputing(lines: readonly (readonly Part[])[]): Promise<void> {
  for (const parts of lines) await Promise.all(parts.map((part) => part.run()));
}

orEnd(() => checkNames(choice, [...COMPUTING.flat(), ...WAITING]));
const waiting = wanted(choice, WAITING);
const computing = COMPUTING.map((parts) => wanted(choice, parts));
const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
let raised: Promise<Tally> = Promise.resolve(NOTHING);

try {
  await run("npm", ["run", "--silent", "render"]);
  // First of all: it empties the folder that slow matrices write their tables to.
  if (waiting.length > 0) raised = stages.run("sandbox", raise);
  await Promise.all([runWaiting(waiting), runComputing(computing)]);
} finally {
  await sandbox?.stop();
}
stages.finish();
process.exit();
