import { createHash } from "node:crypto";
import { type Address, getAddressDecoder, getBase58Decoder } from "@solana/kit";
import { isEd25519Signed } from "@/lib/http/ed25519";
import { readWireV1, versionAhead } from "@/lib/chains/solana-wire-v1";
import { invalidParams } from "./rpc-error";
import { decodeBytes, isSane, type Message, type ParsedTransaction } from "./transaction";

const MAX_BYTES = 4_096;
const V1 = 0x81;
const V0 = 0x80;

/** Lengths of the older layouts: seven bits a byte, the lowest first. */
function compact(length: number): number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...compact(length >> 7)];
}
const counted = (bytes: ArrayLike<number>): number[] => [...compact(bytes.length), ...Array.from(bytes)];

/**
 * A transaction of V1 (SIMD-0385), or of a later version in V1's layout, each signature checked. The virtual machine knows no
 * V1: it runs the same instructions as a transaction of version 0, so that what the history tells has come about. Its
 * configuration has no effect. Throws RpcError.
 */
export async function parseV1(text: string): Promise<ParsedTransaction> {
  const wire = Uint8Array.from(decodeBytes(text, "base64", MAX_BYTES));
  const version = versionAhead(wire[0]);
  const parts = version === null ? null : readWireV1(Uint8Array.from([V1, ...wire.subarray(1)]));
  if (version === null || version < 1 || parts === null)
    throw invalidParams("failed to deserialize transaction: it is not of V1's layout");
  const { signatures, addresses, instructions, blockhash } = parts;
  const messageBytes = wire.slice(0, parts.message.length);
  for (const [place, signature] of signatures.entries()) {
    const key = addresses[place];
    if (key === undefined || !(await isEd25519Signed(key, signature, messageBytes)))
      throw invalidParams("Transaction signature verification failure");
  }
  const [, signers = 0, readonlySigners = 0, readonlyOthers = 0] = wire;
  const message: Message = {
    version,
    header: {
      numSignerAccounts: signers,
      numReadonlySignerAccounts: readonlySigners,
      numReadonlyNonSignerAccounts: readonlyOthers,
    },
    staticAccounts: addresses.map((one): Address => getAddressDecoder().decode(one)),
    lifetimeToken: getBase58Decoder().decode(blockhash),
    instructions: instructions.map(({ program, accounts, data }) => ({
      ...{ programAddressIndex: program, accountIndices: [...accounts], data },
    })),
  };
  if (!isSane(message)) throw invalidParams("invalid transaction: its accounts are not sound");
  const base58 = signatures.map((one) => getBase58Decoder().decode(one));
  return {
    ...{ wire, messageBytes, message, signatures: base58, signature: base58[0] ?? "" },
    messageKey: createHash("sha256").update(messageBytes).digest("base64"),
    runsAs: Uint8Array.from([
      ...compact(signers),
      ...signatures.flatMap((one) => [...one]),
      ...[V0, signers, readonlySigners, readonlyOthers],
      ...compact(addresses.length),
      ...addresses.flatMap((one) => [...one]),
      ...blockhash,
      ...compact(instructions.length),
      ...instructions.flatMap((one) => [one.program, ...counted(one.accounts), ...counted(one.data)]),
      0, // no look-up tables
    ]),
  };
}
