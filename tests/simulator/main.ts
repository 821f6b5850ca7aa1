import { fork } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { computeSync } from "./crypto";
import { planFor } from "./draw";
import { leaveOut } from "./left-out";
import { bundleTo } from "./own-bundle";
import type { Plan } from "./plan";
import { compile } from "./program";
import { runPlan, story } from "./run";
import { SABOTAGES } from "./sabotage";
import { shrink } from "./shrink";
import { createSetup, type SharedSetup } from "./world";

/** `npm run simulate`: runs the till's simulator on all cores. */
const USAGE = `npm run simulate -- [options]

  --seed N --runs M  the seeds N to N + M - 1 (default 1 and 1000); one that breaks a promise is printed, shrunk, with its story
  --workers N        processes at a time (default: one a core, 8 at most)
  --trace            print the story of one seed
  --plan FILE        replay a plan that was shrunk
  --sabotage         leave out each of the till's rules in turn, and print how many runs it took until that was seen`;

const root = path.resolve(import.meta.dirname, "../..");
const FOLDER = path.join(root, ".sandbox/simulator");

/** The options. Ends the program, with its usage, for any that it does not have. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: "string", default: "1" },
        runs: { type: "string", default: "1000" },
        workers: { type: "string", default: String(Math.min(8, os.availableParallelism())) },
        plan: { type: "string" },
        trace: { type: "boolean", default: false },
        sabotage: { type: "boolean", default: false },
        /** Set for each worker by its parent: which part of the seeds, from 0, of how many, such as `0/4`. */
        part: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (!values.help) return values;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

const values = readOptions();

/** A whole number from an option. Ends the program for anything else. */
function whole(name: "seed" | "runs" | "workers"): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= (name === "seed" ? 0 : 1)) return value;
  console.error(`--${name} must be a whole number${name === "seed" ? "" : " above 0"}`);
  process.exit(2);
}

/** What one worker has done, told to its parent. */
interface Report {
  passed: number;
  failed: number;
  made: number;
  moved: number;
  served: number;
  faults: number;
  cpuMs: number;
}

const NONE: Report = { passed: 0, failed: 0, made: 0, moved: 0, served: 0, faults: 0, cpuMs: 0 };

const sum = (a: Report, b: Report): Report => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  made: a.made + b.made,
  moved: a.moved + b.moved,
  served: a.served + b.served,
  faults: a.faults + b.faults,
  cpuMs: a.cpuMs + b.cpuMs,
});

/** Tells of a seed that broke a promise: what broke, the smallest plan that breaks it, and its story. */
async function print(
  setup: SharedSetup,
  seed: number,
  violations: readonly string[],
  plan: Plan,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `seed-${seed}.json`);
  writeFileSync(file, `${JSON.stringify(plan, null, 2)}\n`);
  console.log(`\nseed ${seed} breaks a promise:\n${violations.join("\n")}`);
  console.log(`\nIts smallest plan (npm run simulate -- --plan ${path.relative(root, file)}):\n`);
  console.log(await story(setup, plan));
}

/** Stories are long: the first few that fail are shrunk and told, the others named. */
const TOLD_AT_MOST = 3;

async function work(part: number, parts: number): Promise<Report> {
  const [seed, runs] = [whole("seed"), whole("runs")];
  const setup = await createSetup(await compile());
  let report = NONE;
  for (let index = part; index < runs; index += parts) {
    const plan = planFor(seed + index);
    const outcome = await runPlan(setup, plan);
    const isBroken = outcome.violations.length > 0;
    const { payments } = outcome;
    report = sum(report, {
      ...{ passed: isBroken ? 0 : 1, failed: isBroken ? 1 : 0, cpuMs: 0 },
      ...{ ...payments, faults: outcome.faults.length },
    });
    if (!isBroken) continue;
    if (report.failed > TOLD_AT_MOST) console.log(`seed ${plan.seed}: ${outcome.violations.join("; ")}`);
    else await print(setup, plan.seed, outcome.violations, await shrink(setup, plan, outcome.faults));
  }
  const { user, system } = process.cpuUsage();
  return { ...report, cpuMs: (user + system) / 1000 };
}

/** Runs this program once a worker, each for its share, and resolves to what they report. */
async function share(workers: number): Promise<Report> {
  const bundle = path.join(FOLDER, `workers-of-${process.pid}.mjs`);
  await bundleTo(bundle, import.meta.filename);
  const reports = Array.from(
    { length: workers },
    (_, part) =>
      new Promise<Report>((resolve, reject) => {
        let lastReport: Report | null = null;
        const child = fork(bundle, [...process.argv.slice(2), "--part", `${part}/${workers}`], {
          // Much is made and dropped at once: a roomy nursery saves a third of the time.
          execArgv: ["--max-semi-space-size=256"],
        });
        child.on("message", (report) => (lastReport = report as Report)); // this program's own message
        child.once("error", reject);
        child.once("exit", (code) =>
          lastReport === null ? reject(new Error(`a worker ended with ${code}`)) : resolve(lastReport),
        );
      }),
  );
  try {
    return (await Promise.all(reports)).reduce(sum, NONE);
  } finally {
    rmSync(bundle, { force: true });
  }
}

/** Leaves out each rule in turn. Every one must be seen within so many runs. */
async function sabotage(part: number, parts: number): Promise<Report> {
  const [seed, runs] = [whole("seed"), whole("runs")];
  let report = NONE;
  for (const [index, one] of SABOTAGES.entries()) {
    if (index % parts !== part) continue;
    const { rule } = one;
    const leftOut = await leaveOut(one);
    let seen: string | null = null;
    let tried = 0;
    for (; tried < runs && seen === null; tried += 1) seen = await leftOut.seenBy(seed + tried);
    leftOut.close();
    report = sum(report, { ...NONE, passed: seen === null ? 0 : 1, failed: seen === null ? 1 : 0 });
    console.log(`| ${rule} | ${seen === null ? `not in ${runs} runs` : tried} | ${seen ?? ""} |`);
  }
  return report;
}

const [part, parts] = values.part?.split("/").map(Number) ?? [];
if (part !== undefined && parts !== undefined) {
  computeSync();
  process.send?.(await (values.sabotage ? sabotage : work)(part, parts));
  process.disconnect();
} else if (values.plan !== undefined || values.trace) {
  computeSync();
  const setup = await createSetup(await compile());
  const plan =
    values.plan === undefined
      ? planFor(whole("seed"))
      : (JSON.parse(readFileSync(values.plan, "utf8")) as Plan); // written by this program
  console.log(await story(setup, plan));
  process.exit();
} else {
  const startedAt = performance.now();
  const { passed, failed, made, moved, served, faults, cpuMs } = await share(whole("workers"));
  const seconds = (performance.now() - startedAt) / 1000;
  if (!values.sabotage)
    console.log(
      `\n${made} payments, ${moved} moved, ${served} served; ${faults} faults; ` +
        `${seconds.toFixed(0)} s, ${(cpuMs / (passed + failed)).toFixed(0)} ms of CPU a run`,
    );
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
