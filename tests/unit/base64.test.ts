import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  base64ToBytes,
  base64ToText,
  bytesToBase64,
  bytesToBase64Url,
  textToBase64,
} from "@/lib/http/base64";
import { runs } from "../support/properties";

describe("base64", () => {
  it("is that of the platform for any bytes, also beyond one chunk", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        expect(bytesToBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
        expect(bytesToBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
        expect(base64ToBytes(bytesToBase64(bytes))).toEqual(bytes);
      }),
      runs(0.6),
    );
  });

  it("carries any text both ways", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(textToBase64(text)).toBe(Buffer.from(text).toString("base64"));
        expect(base64ToText(textToBase64(text))).toBe(text);
      }),
    );
  });

  it("is text where its bytes are UTF-8, and throws where they are not", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.uint8Array({ maxLength: 40, max: 0x7f }),
      fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(bytes, (some) => {
        const strict = new TextDecoder("utf-8", { fatal: true });
        let expected: string | null = null;
        try {
          expected = strict.decode(some);
        } catch {
          expect(() => base64ToText(bytesToBase64(some))).toThrow();
        }
        if (expected !== null) expect(base64ToText(bytesToBase64(some))).toBe(expected);
      }),
    );
  });
});
