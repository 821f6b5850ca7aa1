import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { freePort } from "@/sandbox/ports";
import { browserCommand } from "./browser";
import { installPeer } from "./peers";

const run = promisify(execFile);

/** One run over a page: its scores from 0 to 1, what it lost them by, and its times in milliseconds. */
const row = z.object({
  scores: z.record(z.string(), z.number().nullable()),
  failed: z.array(z.string()),
  figures: z.record(z.string(), z.number()),
});

export interface Graded {
  /** By category, the median of the runs, 0 to 100. */
  scores: Record<string, number>;
  /** By measure, likewise. */
  figures: Record<string, number>;
  /** What any run lost points by. */
  failed: string[];
}

export interface Grader {
  grade(url: string, runs: number): Promise<Graded>;
  quit(): Promise<void>;
}

/** Lighthouse in the Node that it needs, looking at pages in a browser that it shares with nobody. */
export async function startGrader(): Promise<Grader> {
  const folder = await installPeer("lighthouse");
  const port = await freePort();
  const home = await mkdtemp(path.join(tmpdir(), "svc-lighthouse-"));
  const { executablePath, args, env } = await browserCommand();
  // Not under Playwright, which holds every page that another program opens.
  const browser = spawn(
    executablePath,
    [...args, "--headless", `--remote-debugging-port=${port}`, `--user-data-dir=${home}`, "about:blank"],
    { env: { ...process.env, ...env }, stdio: "ignore" },
  );
  await untilListening(port);
  return {
    async grade(url, runs) {
      const { stdout } = await run(path.join(folder, "node_modules", ".bin", "node"), ["grade.mjs"], {
        cwd: folder,
        env: { ...process.env, CALL: JSON.stringify({ url, port, runs }) },
        timeout: 280_000,
      });
      const rows = z.array(row).length(runs).parse(JSON.parse(stdout));
      return {
        scores: medians(rows.map(({ scores }) => inPercent(scores))),
        figures: medians(rows.map(({ figures }) => figures)),
        failed: [...new Set(rows.flatMap(({ failed }) => failed))],
      };
    },
    async quit() {
      const ended = once(browser, "exit");
      browser.kill();
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Throws when the browser does not answer within half a minute. */
async function untilListening(port: number): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    const up = await fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    if (Date.now() > until) throw new Error("the browser does not listen for a debugger");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const inPercent = (scores: Readonly<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, Math.round(100 * (score ?? 0))]));

/** Of an odd number of rows, the middle value of each column. */
const medians = (rows: readonly Readonly<Record<string, number>>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((id) => {
      const sorted = rows.map((one) => one[id] ?? 0).sort((a, b) => a - b);
      return [id, sorted[sorted.length >> 1] ?? 0];
    }),
  );
