import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { reduceProtocols } from "@/lib/sources/llama";
import { reduceYieldPools } from "@/lib/sources/llama-yields";
import { startUpstream } from "@/sandbox/upstream/server";
import { cpuMs, median } from "../cpu";
import type { Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";

const MAX_RATIO = 1.5;
const MAX_PEAK_MB = 64;
const CHUNK_BYTES = 64 * 1024;

/** The largest answers of any provider, as large as the real ones are. */
const ANSWERS = [
  { name: "protocols", path: "api.llama.fi/protocols", protocolRows: 5_500, reduce: reduceProtocols },
  { name: "yields", path: "yields.llama.fi/pools", protocolRows: 2_000, reduce: reduceYieldPools },
] as const;

const once = fileURLToPath(new URL("../reduce-once.ts", import.meta.url));

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += CHUNK_BYTES) yield bytes.subarray(i, i + CHUNK_BYTES);
}

async function cpuOf(work: () => unknown): Promise<number> {
  const before = cpuMs(process.pid);
  await work();
  return cpuMs(process.pid) - before;
}

/** G: reducing the largest answers, beside a bare JSON.parse of the same bytes; and what memory it takes. */
export async function reducingRows({ options }: Pick<Stage, "options">): Promise<Goal[]> {
  const lines: string[][] = [];
  const goals: Goal[] = [];
  for (const { name, path, protocolRows, reduce } of ANSWERS) {
    const upstream = await startUpstream({ port: 0, protocolRows });
    const url = `${upstream.url}/${path}`;
    const bytes = new Uint8Array(
      await (await fetch(url, { headers: { "user-agent": "bench" } })).arrayBuffer(),
    );
    const parse = (): unknown => JSON.parse(new TextDecoder().decode(bytes));
    const run = () => reduce(inChunks(bytes));
    const times = { parse: [] as number[], reduce: [] as number[] };
    for (let turn = 0; turn < 3; turn += 1) await cpuOf(async () => [parse(), await run()]); // warm-up
    for (let turn = 0; turn < (options.quick ? 5 : 15); turn += 1) {
      times.parse.push(await cpuOf(parse));
      times.reduce.push(await cpuOf(run));
    }
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      "--import",
      "tsx",
      once,
      name,
      url,
    ]);
    await upstream.close();
    const { peakMb } = JSON.parse(stdout) as { peakMb: number }; // our own script wrote it
    const ratio = median(times.reduce) / median(times.parse);
    lines.push([
      name,
      fixed(bytes.length / 1e6, 1),
      fixed(median(times.parse), 1),
      fixed(median(times.reduce), 1),
      fixed(ratio),
      fixed(peakMb, 1),
    ]);
    goals.push(
      { name: `reducing ${name} : JSON.parse`, value: ratio, sense: "at most", bound: MAX_RATIO },
      { name: `reducing ${name}: peak memory, MB`, value: peakMb, sense: "at most", bound: MAX_PEAK_MB },
    );
  }
  printTable(
    "G. Reducing the largest answers",
    ["answer", "MB", "JSON.parse, CPU ms", "reduced, CPU ms", "reduced : JSON.parse", "peak MB above idle"],
    lines,
  );
  return goals;
}
