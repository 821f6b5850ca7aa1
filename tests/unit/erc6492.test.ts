import fc from "fast-check";
import { encodeAbiParameters, type Hex } from "viem";
import { describe, expect, it } from "vitest";
import { isReadableSignature, isToBeDeployed } from "@/lib/chains/erc6492";

const MAGIC = "6492".repeat(16);
const wrapped = (data: Hex, signature: Hex): string =>
  encodeAbiParameters(
    [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
    ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", data, signature],
  ) + MAGIC;
const bytes = (max: number) =>
  fc.uint8Array({ maxLength: max }).map((array): Hex => `0x${Buffer.from(array).toString("hex")}`);

describe("a signature", () => {
  it("of a deployed wallet has no form to break", () => {
    fc.assert(
      fc.property(bytes(200), (signature) => isReadableSignature(signature) || signature.endsWith(MAGIC)),
    );
    expect(isToBeDeployed(`0x${"11".repeat(65)}`)).toBe(false);
  });

  it("of a wallet that is still to be deployed is readable as libraries write it", () => {
    fc.assert(
      fc.property(bytes(300), bytes(300), (data, signature) => {
        expect(isToBeDeployed(wrapped(data, signature))).toBe(true);
        expect(isReadableSignature(wrapped(data, signature))).toBe(true);
      }),
    );
  });

  it("is not readable when its parts lie beyond its end", () => {
    const whole = wrapped("0x1234", `0x${"ab".repeat(65)}`);
    const body = whole.slice(0, -MAGIC.length);
    for (const length of [2, 66, 130, 194, 258])
      expect(isReadableSignature(body.slice(0, length) + MAGIC)).toBe(false);
    expect(isReadableSignature(`0x${"11".repeat(96)}${MAGIC}`)).toBe(false);
    expect(isReadableSignature(`0x${MAGIC}`)).toBe(false);
  });

  it("is judged without failing, whatever stands before the magic word", () => {
    fc.assert(fc.property(bytes(300), (body) => typeof isReadableSignature(body + MAGIC) === "boolean"));
  });
});
