/**
 * Reads one large answer as the service does, in a process of its own, and says on stdout how far its memory rose:
 * `node --expose-gc --import tsx bench/reduce-once.ts protocols|yields <url>`.
 */
import { limitedChunks } from "@/lib/sources/fetcher/chunks";
import { reduceProtocols } from "@/lib/sources/llama";
import { reduceYieldPools } from "@/lib/sources/llama-yields";

const REDUCERS = { protocols: reduceProtocols, yields: reduceYieldPools };
const isName = (name: string | undefined): name is keyof typeof REDUCERS =>
  name !== undefined && Object.hasOwn(REDUCERS, name);

/** Heap and buffers: what the platform counts against its limit, garbage that is not collected yet included. */
function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function main(): Promise<void> {
  const [name, url] = process.argv.slice(2);
  if (!isName(name) || url === undefined) throw new Error("give a name and an address");
  const headers = { "user-agent": "bench" };
  await (await fetch(new URL("/nothing", url), { headers })).text(); // the client is loaded before the count begins
  globalThis.gc?.();
  const idle = memory();
  const { body } = await fetch(url, { headers });
  if (body === null) throw new Error("an answer without a body");
  let peak = 0;
  async function* watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      peak = Math.max(peak, memory());
      yield chunk;
      peak = Math.max(peak, memory());
    }
  }
  await REDUCERS[name](watched(limitedChunks(body, 40_000_000)));
  process.stdout.write(JSON.stringify({ peakMb: (Math.max(peak, memory()) - idle) / 1e6 }));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
