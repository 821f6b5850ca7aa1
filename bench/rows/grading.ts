import { existsSync } from "node:fs";
import path from "node:path";
import { gradeHeaders } from "@/lib/security/grade/grade";
import { observe } from "@/lib/security/grade/observation";
import { cpuMs, median } from "../cpu";
import { mozillaGrader, OBSERVATORY, type ObservatoryCase, observatoryCases, received } from "../observatory";
import type { Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";

const MAX_CPU_MS = 1;
const SCRIPT = '<script src="https://cdn.example/a.js" integrity="sha384-x"></script>\n';
const TEXT = "<p>Bread, rolls and cakes, <a href=/shop>in the shop</a> and by mail.</p>\n";
/** Pages as long as is read of a homepage, 60 KB: one as sites have them, and one that is made to be slow to read. */
const LONG_PAGES = [
  { name: "a page of 60 KB with 30 scripts", html: SCRIPT.repeat(30) + TEXT.repeat(760), bound: MAX_CPU_MS },
  { name: "60 KB of script tags alone", html: SCRIPT.repeat(850), bound: null },
];

/** CPU time of each call, in milliseconds, when all are made one after the other; the median of the rounds. */
function cpuOfEach(work: readonly (() => unknown)[], rounds: number): number {
  const run = (): number => {
    const before = cpuMs(process.pid);
    for (const each of work) each();
    return (cpuMs(process.pid) - before) / work.length;
  };
  run(); // warm-up
  return median(Array.from({ length: rounds }, run));
}

function pageWith(html: string): () => unknown {
  const page = {
    url: "https://example.com/",
    status: 200,
    headers: new Headers({ "content-type": "text/html" }),
    body: new TextEncoder().encode(`<!doctype html><html>${html}`),
    truncated: false,
  };
  const beside = {
    host: "example.com",
    http: { kind: "none" as const },
    cors: null,
    isPreloaded: () => false,
    registrableDomain: () => "example.com",
  };
  return () => gradeHeaders(observe(page, beside));
}

function longPages(rounds: number): Goal[] {
  const pages = LONG_PAGES.map(({ name, html, bound }) => {
    const work = Array.from({ length: 20 }, () => pageWith(html));
    return { name, bound, cpu: cpuOfEach(work, rounds) };
  });
  printTable(
    "I. Grading long pages",
    ["page", "CPU ms"],
    pages.map(({ name, cpu }) => [name, fixed(cpu, 3)]),
  );
  return pages.flatMap(({ name, bound, cpu }): Goal[] =>
    bound === null ? [] : [{ name: `grading ${name}: CPU ms`, value: cpu, sense: "at most", bound }],
  );
}

/** Results of the same rows by both graders, as far as both versions give them the same worth. */
async function compare(cases: readonly ObservatoryCase[], rounds: number, ourCpu: number): Promise<Goal[]> {
  const theirs = await mozillaGrader();
  const same = cases.filter(({ expected }) => theirs.worth(expected.result) === expected.modifier);
  const apart: string[][] = [];
  for (const one of same) {
    const ours = gradeHeaders(received(one)()).rows.find(({ id }) => id === one.test)?.result ?? "none";
    const mozilla = theirs.grade(theirs.retrieved(one.input)).results[one.test] ?? "none";
    if (ours !== mozilla) apart.push([one.id, ours, mozilla, one.expected.result]);
  }
  const retrieved = cases.map(({ input }) => theirs.retrieved(input));
  const theirCpu = cpuOfEach(
    retrieved.map((each) => () => theirs.grade(each)),
    rounds,
  );
  printTable(
    `I. Grading beside Mozilla's HTTP Observatory, algorithm version ${theirs.ALGORITHM_VERSION} (npm), on ${cases.length} recorded answers`,
    ["grader", "CPU ms an answer"],
    [
      ["ours", fixed(ourCpu, 3)],
      ["@mdn/mdn-http-observatory", fixed(theirCpu, 3)],
    ],
  );
  printTable(
    `I. Rows that both versions define the same: ${same.length - apart.length} of ${same.length} agree; those that don't`,
    ["row", "ours", "version 4", "version 6, recorded"],
    apart,
  );
  const wrong = apart.filter(([, ours, , recorded]) => ours !== recorded).length;
  return [
    { name: "grading: Mozilla's CPU : ours", value: theirCpu / ourCpu, sense: "at least", bound: 1 },
    {
      name: "rows defined the same where we differ from version 4 and from version 6",
      value: wrong,
      sense: "at most",
      bound: 0,
    },
  ];
}

/** I2: what grading one answer takes, beside Mozilla's own grader where that and the recorded answers are there. */
export async function gradingRows({ options, servers }: Pick<Stage, "options" | "servers">): Promise<Goal[]> {
  const rounds = options.quick ? 3 : 15;
  const goals = longPages(rounds);
  const cases = observatoryCases();
  if (cases === null) {
    console.log("\nI. OBSERVATORY_CASES names no recorded answers: grading is not compared with Mozilla's.");
    return goals;
  }
  const sources = cases.map(received);
  const ourCpu = cpuOfEach(
    sources.map((source) => () => gradeHeaders(source())),
    rounds,
  );
  goals.push({
    name: `grading one of ${cases.length} recorded answers: CPU ms`,
    value: ourCpu,
    sense: "at most",
    bound: MAX_CPU_MS,
  });
  if (!existsSync(path.join(OBSERVATORY, "node_modules"))) {
    try {
      // its own install script downloads lists, which no row needs
      await servers.run("install-observatory", "npm", ["ci", "--ignore-scripts"], OBSERVATORY);
    } catch (error) {
      console.log(`\nI. Mozilla's grader can't be installed here: ${String(error).slice(0, 200)}`);
      return goals;
    }
  }
  return [...goals, ...(await compare(cases, rounds, ourCpu))];
}
