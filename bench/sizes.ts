import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

interface Manifest {
  middleware: Record<string, { files: string[] }>;
  functions: Record<string, { files: string[] }>;
}

/** What each edge function of a built app weighs, gzip, in KB of 1024 bytes: the files that Next's manifest says it loads. */
export function functionSizes(app: string): Record<string, number> {
  const dist = path.join(app, ".next");
  const { middleware, functions } = JSON.parse(
    readFileSync(path.join(dist, "server", "middleware-manifest.json"), "utf8"),
  ) as Manifest; // Next's own format
  const weigh = ({ files }: { files: string[] }): number =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file))).length, 0) / 1024;
  return Object.fromEntries([
    ...Object.values(middleware).map((entry) => ["middleware", weigh(entry)] as const),
    ...Object.entries(functions).map(
      ([name, entry]) => [name.replace(/\/route$/, ""), weigh(entry)] as const,
    ),
  ]);
}
