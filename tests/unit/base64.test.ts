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
        expect(base64ToText(textToBase64(text))).toBe(text);
      }),
    );
  });
});
