import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SMALL, type Named } from "../model/settings";
import { check, PROGRAM } from "../model/till";

const decisions = readFileSync(new URL("../../docs/decisions/till-model.md", import.meta.url), "utf8");
const visited = new Set<string>();
/** The machine may be busy with other things. */
const PATIENCE_MS = 5 * 60_000;

describe("in every order of what may happen, the till keeps its promises while", () => {
  it.each(Object.values<Named>(SMALL).map((setting) => [setting.about, setting] as const))(
    "%s",
    (about, setting) => {
      const found = check(setting);
      expect(found.violation).toBeNull();
      for (const what of found.visited) visited.add(what);
      const { states, transitions, depth } = found;
      expect(decisions).toContain(`| ${about} | ${states} | ${transitions} | ${depth} |`);
    },
    PATIENCE_MS,
  );

  it("calls come to every point of their program, and give every answer but an unforeseen failure", () => {
    const reported = ["answer", "challenge", "conflict", "spent", "not-charged", "store", "owed"];
    expect([...visited].sort()).toEqual([...Object.keys(PROGRAM), ...reported].sort());
  });
});
