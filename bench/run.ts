/**
 * `npm run bench`: what the service costs and takes, beside the limits of its platform and the official packages, in
 * one run against one sandbox. docs/performance.md says what each row means. Ctrl-C ends everything that was started.
 */
import { cpus } from "node:os";
import { readOptions, USAGE, type BenchOptions } from "./options";
import { agentRows } from "./rows/agents";
import { challengeRows } from "./rows/challenge";
import { chatRows } from "./rows/chat";
import { crowdRows } from "./rows/crowd";
import { deskRows } from "./rows/desks";
import { firstCallRows } from "./rows/first-call";
import { hostRows } from "./rows/hosts";
import { loungeRows } from "./rows/lounge";
import { feedRows } from "./rows/lounge-feed";
import { limiterRows } from "./rows/limiter";
import { paidRows } from "./rows/paid";
import { documentRows } from "./rows/documents";
import { reducingRows } from "./rows/reducing";
import { securityRows } from "./rows/scan";
import { tokenRows } from "./rows/token";
import { toolRows } from "./rows/tools";
import { weightRows } from "./rows/weight";
import { Servers } from "./servers";
import { raiseStage, type Stage } from "./stage";
import { isMet, printGoals, type Goal } from "./table";

const GROUPS: Record<string, (stage: Stage) => Goal[] | Promise<Goal[]>> = {
  A: challengeRows,
  B: limiterRows,
  C: paidRows,
  D: crowdRows,
  E: async (stage) => [...weightRows(), ...(await firstCallRows(stage))],
  F: deskRows,
  G: reducingRows,
  H: async (stage) => [...(await toolRows(stage)), ...(await documentRows(stage))],
  I: securityRows,
  J: tokenRows,
  K: async (stage) => [...(await loungeRows()), ...(await feedRows(stage))],
  L: agentRows,
  M: chatRows,
  N: hostRows,
};

/** Runs the groups one after the other: what one fails of costs the others nothing. How many failed. */
async function measure(stage: Stage, isInterrupted: () => boolean): Promise<number> {
  const goals: Goal[] = [];
  const failed: string[] = [];
  for (const [letter, rows] of Object.entries(GROUPS)) {
    if (!stage.options.groups.has(letter) || isInterrupted()) continue;
    const startedAt = performance.now();
    try {
      goals.push(...(await rows(stage)));
    } catch (error) {
      failed.push(letter);
      console.log(`\n(${letter} failed: ${error instanceof Error ? error.message : String(error)})`);
      await stage.servers.stopAll();
    }
    console.log(`\n(${letter}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  }
  printGoals(goals);
  console.log(`\n${goals.filter(isMet).length} of ${goals.length} goals met`);
  if (failed.length > 0) console.log(`Not measured to the end: ${failed.join(", ")}`);
  return failed.length;
}

async function main(options: BenchOptions): Promise<number> {
  const servers = new Servers();
  let isInterrupted = false;
  const interrupted = new Promise<"interrupted">((resolve) => {
    const interrupt = (): void => {
      isInterrupted = true;
      resolve("interrupted");
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  });
  const [cpu] = cpus();
  console.log(`Node ${process.version}, ${cpus().length} × ${cpu?.model ?? "unknown processor"}`);
  const raising = raiseStage(options, servers);
  const stage = await Promise.race([raising, interrupted]);
  if (stage === "interrupted") {
    console.log("\nEnding what was started…");
    await servers.stopAll();
    await raising.then((late) => late.stop()).catch(() => undefined); // it failed by itself: everything is ended then
    return 130;
  }
  try {
    const measuring = measure(stage, () => isInterrupted);
    const outcome = await Promise.race([measuring, interrupted]);
    if (outcome !== "interrupted") return outcome === 0 ? 0 : 1;
    console.log("\nEnding…");
    measuring.catch(() => undefined); // what is cut off fails, and nobody needs to hear of it
    return 130;
  } finally {
    await stage.stop();
  }
}

if (process.argv.includes("--help")) {
  console.log(USAGE);
} else {
  main(readOptions(process.argv.slice(2))).then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
}
