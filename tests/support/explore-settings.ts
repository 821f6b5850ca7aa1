import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Named } from "../model/settings";
import { check } from "../model/till";

const decisions = readFileSync(new URL("../../docs/decisions/till-model.md", import.meta.url), "utf8");

/** Tests that the till keeps its promises in every order of what may happen in these settings, as the page tells. */
export function exploreSettings(settings: readonly Named[]): void {
  describe("in every order of what may happen, the till keeps its promises while", () => {
    it.each(settings.map((setting) => [setting.about, setting] as const))(
      "%s",
      (about, setting) => {
        const { states, transitions, depth, violation } = check(setting);
        expect(violation).toBeNull();
        expect(decisions).toContain(`| ${about} | ${states} | ${transitions} | ${depth} |`);
      },
      30 * 60_000,
    );
  });
}
