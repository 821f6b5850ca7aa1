import path from "node:path";
import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The files that a module loads with it: by imports alone, not by those that wait until they are needed. */
function loadedWith(entry: string, { inputs }: Metafile): Set<string> {
  const loaded = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    for (const { path, kind, external } of inputs[file]?.imports ?? [])
      if (kind !== "dynamic-import" && external !== true) waiting.push(path);
  }
  return loaded;
}

/** What is in a function for calls that need it. */
const LATER = [
  ...["lib/payments/rails/on-base.ts", "lib/payments/rails/on-solana.ts"],
  ...["lib/payments/wallet-proof/read.ts", "lib/payments/trust/check.ts"],
  ...["lib/payments/recovery/recover-payments/handler.ts", "lib/identity/record.ts"],
  ...["lib/token/holder/claim.ts", "lib/security/callers/note-caller.ts"],
  ...["node_modules/viem/", "node_modules/@noble/curves/", "node_modules/@solana/kit/"],
  "node_modules/@upstash/ratelimit/",
];
/** What is for people who deploy alone. */
const NEVER = ["lib/setting-words.ts"];

describe("a desk's function", () => {
  const entry = "app/api/svc-intel-tvl/route.ts";
  let metafile: Metafile;
  beforeAll(async () => {
    ({ metafile } = await build({
      ...{ absWorkingDir: ROOT, entryPoints: [entry], tsconfig: path.join(ROOT, "tsconfig.json") },
      ...{ bundle: true, splitting: true, format: "esm", platform: "node", external: ["next"] },
      ...{ metafile: true, outdir: "unused", write: false },
    }));
  });

  it("has what some calls need, and loads it with the first of them: no other first sale compiles it", () => {
    const found = (files: Iterable<string>, wanted: readonly string[]): string[] => {
      const all = [...files];
      return wanted.filter((name) => all.some((file) => file.startsWith(name)));
    };
    const loaded = loadedWith(entry, metafile);
    expect(loaded).toContain("lib/payments/sell.ts");
    expect(found(Object.keys(metafile.inputs), LATER)).toEqual(LATER);
    expect(found(loaded, LATER)).toEqual([]);
    expect(found(Object.keys(metafile.inputs), NEVER)).toEqual([]);
  });
});
