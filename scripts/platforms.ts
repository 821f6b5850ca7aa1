/** `npm run platforms`: reads anew where platforms serve their customers' sites, and writes it to lib/curated/edge-networks.json. */
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { PLATFORMS, readAnew } from "./platforms/lists";
import { ROOT } from "./program";

const USAGE = `npm run platforms -- [--from DIR] [--to FILE] [platform …]

  platform    some of ${PLATFORMS.join(", ")}; those that the file has by default
  --from DIR  the lists as files, each by the last part of its address (ips-v4, meta, …), for a machine without a network
  --to FILE   the file to renew (lib/curated/edge-networks.json)

Writes nothing unless every list is whole. Then set \`reviewed\` in lib/curated/edge-platforms.ts.`;

const TIMEOUT_MS = 20_000;
const kept = z.record(z.string(), z.object({ readAt: z.iso.date(), networks: z.array(z.string()) }));

async function fromWeb(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { from: { type: "string" }, to: { type: "string" }, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (values.help) return console.log(USAGE);
  const { from, to = path.join(ROOT, "lib/curated/edge-networks.json") } = values;
  const before = kept.parse(JSON.parse(readFileSync(to, "utf8")));
  const load =
    from === undefined ? fromWeb : (url: string) => readFile(path.join(from, path.basename(url)), "utf8");
  const platforms = positionals.length > 0 ? positionals : Object.keys(before);
  const after = await readAnew(before, platforms, load, new Date().toISOString().slice(0, 10));
  writeFileSync(to, `${JSON.stringify(after, null, 2)}\n`);
  for (const platform of platforms)
    console.log(
      `${platform}: ${after[platform]?.networks.length} networks, before ${before[platform]?.networks.length ?? 0}`,
    );
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
