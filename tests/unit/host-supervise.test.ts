import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "@/sandbox/ports";
import { ROOT } from "@/sandbox/service";

const WAIT = { timeout: 30_000, interval: 50 };
const ended: (() => void)[] = [];
const bundleFolder = mkdtempSync(path.join(tmpdir(), "supervised-"));
const bundle = path.join(bundleFolder, "main.mjs");

beforeAll(async () => {
  await build({
    entryPoints: [path.join(ROOT, "tests/fixtures/supervised.ts")],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
  });
});
afterAll(() => rmSync(bundleFolder, { recursive: true }));

/** Two supervised workers as processes of their own, with what the first process logs. */
async function supervised() {
  const folder = mkdtempSync(path.join(tmpdir(), "supervised-"));
  const [port, broken] = [await freePort(), path.join(folder, "broken")];
  const env = { ...process.env, PORT: String(port), WORKERS: "2", WORKER_PING_MS: "200", BROKEN: broken };
  const child = spawn(process.execPath, ["--import", "tsx", "tests/fixtures/supervised.ts"], {
    cwd: ROOT,
    env,
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (log += String(part)));
  ended.push(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const exit = once(child, "exit");
  const pids = async (): Promise<Set<number>> => {
    const asked = Array.from({ length: 8 }, async () => {
      const signal = AbortSignal.timeout(1_000);
      return Number(await (await fetch(`http://127.0.0.1:${port}/`, { signal })).text());
    });
    const answers = await Promise.allSettled(asked);
    return new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
  };
  const both = (without = 0) =>
    vi.waitFor(async () => {
      const found = await pids();
      expect(found.size).toBe(2);
      expect(found.has(without)).toBe(false);
      return [...found] as [number, number];
    }, WAIT);
  const events = (): unknown[] => [...log.matchAll(/"event":"(\w+)"/g)].map(([, event]) => event);
  return { child, exit, pids, both, events, breakStarts: () => writeFileSync(broken, ""), broken };
}

afterEach(() => {
  for (const end of ended.splice(0)) end();
});

describe("the first process", () => {
  it("starts a killed worker again and leaves the other alone", async () => {
    const { child, exit, both } = await supervised();
    const [killed, other] = await both();
    process.kill(killed, "SIGKILL");
    expect(await both(killed)).toContain(other);
    child.kill("SIGTERM");
    child.kill("SIGTERM"); // the same signal twice at once is one
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(child.exitCode).toBeNull(); // the workers wait for the word
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  });

  it("kills and replaces a worker that hangs", async () => {
    const { both, events } = await supervised();
    const [hung, other] = await both();
    process.kill(hung, "SIGSTOP");
    expect(await both(hung)).toContain(other);
    // A worker that hung is an alarm, too, which no ledger takes here.
    const ofWorkers = events().filter((event) => event !== "alarms_not_written");
    expect(ofWorkers).toEqual(["worker_hung", "worker_ended"]);
  });

  it("never ends a healthy worker because another doesn't start, and starts that one once it can", async () => {
    const { both, pids, events, breakStarts, broken } = await supervised();
    const [killed, other] = await both();
    breakStarts();
    process.kill(killed, "SIGKILL");
    await vi.waitFor(() => expect(events().length).toBeGreaterThanOrEqual(3), WAIT);
    expect(await pids()).toEqual(new Set([other]));
    rmSync(broken);
    expect(await both(killed)).toContain(other);
  });

  it("ends with 1 after five failed starts, if no worker is left", async () => {
    const { both, exit, events, breakStarts } = await supervised();
    const workers = await both();
    breakStarts();
    for (const pid of workers) process.kill(pid, "SIGKILL");
    expect(await exit).toEqual([1, null]);
    expect(events().at(-1)).toBe("no_worker_starts");
    expect(events().length).toBeGreaterThanOrEqual(2 + 5 + 1); // the killed ones, the failed starts, the end
  });

  it("ends with 1 after one failed start, if no worker ever listened", async () => {
    const { both, exit, breakStarts, events } = await supervised();
    breakStarts();
    await Promise.race([exit, both().catch(() => undefined)]);
    expect(await exit).toEqual([1, null]);
    expect(events()[0]).toBe("worker_ended");
  });
});
