import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLE_SETS, SAMPLES_MANIFEST } from "../support/samples";

const lines = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

const named = lines(SAMPLES_MANIFEST).map((line) => (JSON.parse(line) as { file: string }).file); // checked by the replay itself

describe.each(SAMPLE_SETS)("the manifest of providers' answers, $name", (set) => {
  describe.skipIf(!set.present)("beside the folder", () => {
    /** The files that there are, as the set's own list has them, else as they lie there. */
    async function samples(): Promise<string[]> {
      const list = path.join(set.folder, "SOURCES.tsv");
      if (existsSync(list))
        return lines(list)
          .slice(1)
          .map((line) => line.split("\t")[0] ?? "");
      const found = await readdir(set.folder, { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(set.folder, path.join(entry.parentPath, entry.name)));
    }

    it("names samples of the set, 27 of them", async () => {
      expect(named).toHaveLength(27);
      expect(await samples()).toEqual(expect.arrayContaining(named));
    });

    // The recorded set also holds answers of providers that no source reads.
    it.skipIf(set.name.startsWith("recorded"))("has a line for every sample", async () => {
      expect([...named].sort()).toEqual((await samples()).sort());
    });

    it("names no file that is not there", () => {
      expect(named.filter((file) => !existsSync(path.join(set.folder, file)))).toEqual([]);
    });
  });
});
