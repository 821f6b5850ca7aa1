import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64ToText, textToBase64 } from "@/lib/http/base64";
import { fillBase64, fillText } from "@/lib/http/fill-placeholder";

const PLACE = "0123456789abcdef0123456789abcdef";
const token = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });
/** Any text between two places, long enough that they don't share a group of three bytes. */
const part = fc.string({ unit: "grapheme" }).map((text) => `"${text.replaceAll(PLACE, "")}"--`);

describe("a text with a filled placeholder", () => {
  it("is the text with the token in every place, and so is its base64", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), token, (parts, value) => {
        const [form, filled] = [parts.join(PLACE), parts.join(value)];
        expect(fillText(form, PLACE)(value)).toBe(filled);
        expect(fillBase64(form, PLACE)(value)).toBe(textToBase64(filled));
      }),
    );
  });

  it("is so of several placeholders of different lengths, in any order and number", () => {
    const OTHER = "qwertyuiop.ASDF-_";
    const other = fc.string({ unit: fc.constantFrom(..."abc.-_"), minLength: 17, maxLength: 17 });
    const place = fc.constantFrom(0, 1);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(part, place), { maxLength: 6 }),
        part,
        token,
        other,
        (cut, last, a, b) => {
          const filledWith = (tokens: readonly string[]): string =>
            cut.map(([text, which]) => text + tokens[which]).join("") + last;
          const [form, filled] = [filledWith([PLACE, OTHER]), filledWith([a, b])];
          expect(fillText(form, PLACE, OTHER)(a, b)).toBe(filled);
          expect(fillBase64(form, PLACE, OTHER)(a, b)).toBe(textToBase64(filled));
        },
      ),
    );
  });

  it("may begin and end with the token, wherever that falls in base64's groups of three", () => {
    for (const edge of ["", "a", "ab", "abc", "é"]) {
      const form = `${edge}${PLACE}${edge}`;
      expect(base64ToText(fillBase64(form, PLACE)("f".repeat(32)))).toBe(`${edge}${"f".repeat(32)}${edge}`);
    }
  });

  it("refuses a token of not as long as its placeholder, and places that share a group, rather than encode something else", () => {
    expect(() => fillBase64(`x${PLACE}`, PLACE)("f".repeat(31))).toThrow("not as long as its placeholder");
    expect(() => fillBase64(`${PLACE}${PLACE}`, PLACE)).toThrow("touch");
  });
});
