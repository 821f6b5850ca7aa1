import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as forSdk from "@/lib/mcp/sdk-zod";

const PACKAGES = ["server", "core"].map((name) =>
  path.resolve("node_modules/@modelcontextprotocol", name, "dist"),
);

/** What the SDK's modules take of the object that they import as `z`. */
function taken(): Set<string> {
  const names = new Set<string>();
  for (const folder of PACKAGES)
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".mjs"))) {
      const source = readFileSync(path.join(folder, file), "utf8");
      const as = /import \* as (\w+) from "zod\/v4"/.exec(source)?.[1];
      if (as === undefined) continue;
      for (const [, name = ""] of source.matchAll(new RegExp(`(?<![\\w.$])${as}\\.(\\w+)`, "g")))
        names.add(name);
    }
  return names;
}

describe("what of zod is built in for the protocol's SDK", () => {
  it("is exactly what the SDK uses of it", () => {
    const used = taken();
    used.delete("input"); // a type, named in a comment
    expect(used.size).toBeGreaterThan(10);
    expect(Object.keys(forSdk).sort()).toEqual([...used].sort());
  });
});
