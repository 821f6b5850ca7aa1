import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64ToBytes, bytesToBase64 } from "@/lib/http/base64";
import { messageHashOf, readLanded, readTransaction } from "@/lib/chains/solana-transaction";
import { readLandedMpp, readMppTransfer, readTransfer } from "@/lib/payments/rails/solana-transfer";
import { readWire } from "@/lib/chains/solana-wire";
import { readAnyWire, readWireV1 } from "@/lib/chains/solana-wire-v1";
import { V1_TRANSFER } from "../fixtures/solana-v1";

const WIRE = base64ToBytes(V1_TRANSFER.wire);
/** Number of instructions, number of addresses, and where the configuration's values begin. */
const AT = { signers: 1, mask: 4, instructions: 40, addresses: 41, values: 42 + 6 * 32 } as const;

/** The genuine bytes with some of them set. */
const withBytes = (...changes: readonly (readonly [at: number, byte: number])[]): Uint8Array<ArrayBuffer> => {
  const bytes = WIRE.slice();
  for (const [at, byte] of changes) bytes[at] = byte;
  return bytes;
};

describe("a V1 transaction that the official library signed", () => {
  it("is read as it was signed, and its signature stands over the message", async () => {
    const read = readLandedMpp(V1_TRANSFER.wire);
    expect(read).toMatchObject({
      ...{ source: V1_TRANSFER.source, mint: V1_TRANSFER.mint, destination: V1_TRANSFER.destination },
      ...{ authority: V1_TRANSFER.payer, feePayer: V1_TRANSFER.payer, amount: V1_TRANSFER.amount },
      ...{ transaction: V1_TRANSFER.signature, blockhash: V1_TRANSFER.blockhash, memos: [V1_TRANSFER.memo] },
    });
    expect(await read.isFullySigned()).toBe(true);
  });

  it("has the hash of its own layout: all bytes before the signatures", async () => {
    expect(await readLanded(V1_TRANSFER.wire).messageHash()).toBe(V1_TRANSFER.messageHash);
    expect(await messageHashOf(V1_TRANSFER.wire)).toBe(V1_TRANSFER.messageHash);
  });

  it("is refused by name where it is to be sent, before its length or anything else is looked at", () => {
    const message = "The transaction is of version 1. Sign one of version 0.";
    const reads = [
      [readTransaction, { fault: "version", message }],
      [readTransfer, { reason: "unsupported_transaction_version", message }],
      [readMppTransfer, { reason: "unsupported_transaction_version", message }],
    ] as const;
    for (const [read, refusal] of reads)
      for (const wire of [V1_TRANSFER.wire, bytesToBase64(Uint8Array.of(0x81, 0, 0))])
        expect(() => read(wire)).toThrow(expect.objectContaining(refusal));
  });

  it("is not taken for one of the older layouts, nor they for it", () => {
    expect(readWire(WIRE)).toBeNull();
    expect(readWireV1(Uint8Array.from([1, ...WIRE.subarray(1)]))).toBeNull();
  });
});

describe("bytes that are no V1 transaction", () => {
  it.each([
    ["a byte is missing", WIRE.subarray(0, -1)],
    ["a byte is too many", Uint8Array.from([...WIRE, 0])],
    ["it asks for no signature", withBytes([AT.signers, 0])],
    ["it asks for more signatures than it has addresses", withBytes([AT.signers, 7])],
    ["half a priority fee is announced", withBytes([AT.mask, 0b101])],
    ["a value is announced that nobody knows", withBytes([AT.mask, 0b100111])],
    ["it announces a value more than it has", withBytes([AT.mask, 0b1111])],
    ["it announces an instruction more than it has", withBytes([AT.instructions, 3])],
    ["it announces an address fewer than it has", withBytes([AT.addresses, 5])],
    [
      "an address stands there twice",
      Uint8Array.from([...WIRE.subarray(0, 74), ...WIRE.subarray(42, 74), ...WIRE.subarray(106)]),
    ],
    ["it is of version 2", withBytes([0, 0x82])],
    ["there is but its first byte", WIRE.subarray(0, 1)],
  ])("are not read where %s", (_, bytes) => {
    expect(readAnyWire(Uint8Array.from(bytes))).toBeNull();
  });

  it("never end in a failure, and have a hash all the same", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(400), async (noise, keep) => {
        const bytes = Uint8Array.from([0x81, ...WIRE.subarray(1, keep), ...noise]);
        const read = readWireV1(bytes);
        if (read !== null) expect(read.message.length + 64 * read.signatures.length).toBe(bytes.length);
        expect(await messageHashOf(bytesToBase64(bytes))).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });
});
