import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText as cleanSubmission } from "@/lib/lounge/text";
import { cleanText } from "@/lib/sources/text/clean-text";
import { withoutStackedMarks } from "@/lib/sources/text/stacked-marks";

const longestTower = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\p{M}+/gu)].map(([marks]) => [...marks].length));

describe("towers of marks", () => {
  it.each([
    ["accents of all kinds", "B\u0300\u0301\u0302\u0303\u0304TC", "B\u0300\u0301TC"],
    ["one accent again and again", "x\u0301\u0301\u0301\u0301", "x\u0301"],
    ["a tone mark of Thai again and again", "ก\u0e47\u0e47\u0e47\u0e47", "ก\u0e47"],
    ["marks of several scripts in turn", `ก${"\u0e47\u0e48".repeat(20)}`, `ก${"\u0e47\u0e48".repeat(3)}`],
    ["what a lost mark kept apart, in its order", "\u0489\u0300\u0489\u064b", "\u0489\u064b\u0300"],
    ["what a lost mark kept from its letter", "\u0627\u0301\u0300\u0489\u0655", "\u0625\u0301\u0300"],
  ])("lose their storeys: %s", (_, raw, clean) => {
    expect(withoutStackedMarks(raw)).toBe(clean);
  });

  it.each([
    ["Vietnamese, taken apart", "Tiê\u0323\u0301n Viê\u0323t"],
    ["Burmese", "ကြွှေ့"],
    ["Hebrew with vowels and accents", "בְּרֵאשִׁ֖ית"],
    ["Arabic with vowels", "مُحَمَّدٌ ٱللَّٰه"],
    ["Thai", "ที่นี่ น้ำ"],
    ["Tibetan", "སངྒྲུབ"],
    ["Hindi", "क्ष्म्य हिन्दी"],
  ])("are none where a language writes them: %s", (_, text) => {
    expect(withoutStackedMarks(text)).toBe(text);
  });

  it("stand in nothing that is shown of a stranger, and what is clean stays so", () => {
    const marks = fc.constantFrom("\u0300", "\u0336", "\u0489", "\u0e47", "\u064b", "\u1037");
    const letter = fc.constantFrom("a", "ก", "म", " ", "\n");
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(marks, letter), maxLength: 60 }), (raw) => {
        for (const clean of [cleanText, cleanSubmission]) {
          const shown = clean(raw);
          expect(longestTower(shown)).toBeLessThanOrEqual(6);
          expect(clean(shown)).toBe(shown);
        }
      }),
    );
  });
});
