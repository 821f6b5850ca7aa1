import {
  getAddressDecoder,
  getBase64Encoder,
  getCompiledTransactionMessageCodec,
  getCompiledTransactionMessageEncoder,
  getTransactionCodec,
  type Address,
  type CompiledTransactionMessage,
} from "@solana/kit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWire } from "@/lib/chains/solana-wire";
import { readTransaction } from "@/lib/chains/solana-transaction";
import { bytesToBase64 } from "@/lib/http/base64";
import { signedTransfer } from "../support/payments";

const transactions = getTransactionCodec();
const messages = getCompiledTransactionMessageCodec();

/** What the library makes of these bytes again: undefined where it can't read them. */
function again(wire: Uint8Array): Uint8Array | undefined {
  try {
    const transaction = transactions.decode(wire);
    const message = messages.encode(messages.decode(transaction.messageBytes));
    const whole = Uint8Array.from(transactions.encode(transaction));
    return Uint8Array.from([
      ...whole.subarray(0, whole.length - transaction.messageBytes.length),
      ...message,
    ]);
  } catch {
    return undefined;
  }
}

const isOneEncoding = (wire: Uint8Array): boolean => readWire(Uint8Array.from(wire)) !== null;

const isAccepted = (wire: Uint8Array): boolean => {
  try {
    return readTransaction(bytesToBase64(wire)).wire.length > 0;
  } catch {
    return false;
  }
};

/** A message with lists of chosen lengths, and as many empty signatures as it asks for. */
function wireOf(
  version: 0 | "legacy",
  signers: number,
  lists: readonly number[],
  tables: number,
): Uint8Array {
  const addresses = Array.from({ length: signers + 2 }, (_, i) =>
    "1".repeat(31).concat("23456789ABCDEFGH"[i] ?? ""),
  ) as Address[];
  const message = {
    version,
    header: { numSignerAccounts: signers, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 1 },
    staticAccounts: addresses,
    lifetimeToken: addresses[0],
    instructions: lists.map((length) => ({
      programAddressIndex: signers + 1,
      accountIndices: Array.from({ length }, () => 0),
      data: new Uint8Array(length * 2).fill(1),
    })),
    ...(version === 0 && {
      addressTableLookups: Array.from({ length: tables }, () => ({
        lookupTableAddress: addresses[0],
        writableIndexes: [1],
        readonlyIndexes: [2, 3],
      })),
    }),
  } as unknown as CompiledTransactionMessage & { lifetimeToken: string };
  const body = getCompiledTransactionMessageEncoder().encode(message);
  return Uint8Array.from([signers, ...new Uint8Array(64 * signers), ...body]);
}

const wires = fc
  .tuple(
    fc.constantFrom<0 | "legacy">(0, "legacy"),
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.constantFrom(0, 1, 3, 64, 127, 128, 200), { maxLength: 3 }),
    fc.integer({ min: 0, max: 2 }),
  )
  .map((of) => wireOf(...of));

describe("the encoding of a Solana transaction", () => {
  it("is the one that the library writes", () => {
    fc.assert(
      fc.property(wires, (wire) => isOneEncoding(wire) && Buffer.from(again(wire) ?? []).equals(wire)),
    );
  });

  it("says what the library reads in it", () => {
    fc.assert(
      fc.property(wires, (wire) => {
        const { messageBytes } = transactions.decode(wire);
        const message = messages.decode(messageBytes);
        const read = readWire(Uint8Array.from(wire));
        const address = getAddressDecoder();
        expect({
          message: Buffer.from(read?.message ?? []),
          addresses: read?.addresses.map((bytes) => address.decode(bytes)),
          blockhash: address.decode(read?.blockhash ?? new Uint8Array()),
          instructions: read?.instructions.map(({ program, accounts, data }) => [
            program,
            accounts,
            [...data],
          ]),
          hasTables: read?.hasTables,
        }).toEqual({
          message: Buffer.from(messageBytes),
          addresses: message.staticAccounts,
          blockhash: message.lifetimeToken,
          instructions: message.instructions.map((one) => [
            one.programAddressIndex,
            one.accountIndices ?? [],
            [...(one.data ?? [])],
          ]),
          hasTables: "addressTableLookups" in message && (message.addressTableLookups?.length ?? 0) > 0,
        });
        expect(read?.signatures.map(({ length }) => length)).toEqual(
          Object.keys(transactions.decode(wire).signatures).map(() => 64),
        );
      }),
    );
  });

  it("is not another's: every byte widened as a length, and one behind the end", () => {
    let readable = 0;
    fc.assert(
      fc.property(wires, (wire) => {
        for (let at = 0; at < wire.length; at += 1) {
          const byte = wire[at] ?? 0;
          if (byte >= 0x80) continue;
          const wide = Uint8Array.from([...wire.subarray(0, at), byte | 0x80, 0, ...wire.subarray(at + 1)]);
          const read = again(wide);
          if (read === undefined) continue;
          readable += 1;
          expect([at, isOneEncoding(wide)]).toEqual([at, Buffer.from(read).equals(wide)]);
        }
        expect(isOneEncoding(Uint8Array.from([...wire, 0]))).toBe(false);
      }),
      { numRuns: 12 }, // of hundreds of changes each
    );
    expect(readable).toBeGreaterThan(0); // the library reads lengths that are too wide: that is what is refused here
  });

  it("is taken exactly where the library would write the same bytes, whatever was changed in them", async () => {
    const { transaction } = await signedTransfer();
    const genuine = Uint8Array.from(getBase64Encoder().encode(transaction));
    let same = 0;
    const change = fc.record({
      at: fc.nat({ max: genuine.length - 1 }),
      cut: fc.nat({ max: 2 }),
      put: fc.uint8Array({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        let wire = genuine;
        for (const { at, cut, put } of changes)
          wire = Uint8Array.from([...wire.subarray(0, at), ...put, ...wire.subarray(at + cut)]);
        const read = again(wire);
        const isSame = read !== undefined && Buffer.from(read).equals(wire);
        if (isSame) same += 1;
        else expect(isAccepted(wire)).toBe(false);
        expect(isOneEncoding(wire) || !isSame).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(same).toBeGreaterThan(100);
  });

  it("has each signer once", () => {
    const wire = wireOf("legacy", 2, [1], 0);
    const accounts = 1 + 128 + 3 + 1;
    const twice = wire.slice();
    twice.copyWithin(accounts + 32, accounts, accounts + 32);
    expect([isAccepted(wire), isAccepted(twice), again(twice)?.length === twice.length]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [2, 1],
    [1, 2],
  ])(
    "is refused with %i signatures of %i signers, as the library refuses to write it",
    (signatures, signers) => {
      const message = wireOf("legacy", 1, [1], 0).slice(65);
      message[0] = signers;
      const wire = Uint8Array.from([signatures, ...new Uint8Array(64 * signatures), ...message]);
      expect([again(wire), isAccepted(wire)]).toEqual([undefined, false]);
    },
  );

  it("is of no version that is not known", () => {
    const wire = wireOf(0, 1, [1], 0);
    const later = wire.slice();
    later[65] = 0x81;
    expect([isOneEncoding(wire), isOneEncoding(later), isAccepted(later)]).toEqual([true, false, false]);
  });
});
