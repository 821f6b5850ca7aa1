import { createHash } from "node:crypto";
import {
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageCodec,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
} from "@solana/kit";
import { invalidParams } from "./rpc-error";

/** What the library that stands here reads. */
type OldMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
/** V1 and later have neither look-up tables nor, here, a configuration. */
type NewMessage = Omit<Extract<OldMessage, { version: "legacy" }>, "version"> & { version: number };
export type Message = OldMessage | NewMessage;

export interface ParsedTransaction {
  /** The whole transaction as it travels. */
  wire: Uint8Array;
  /** What was signed. */
  messageBytes: Uint8Array;
  message: Message;
  /** Names the message whatever its signatures, as the chain's memory of what it processed does. */
  messageKey: string;
  /** Base58, in the order of the signers; of ones that are missing: 64 zero bytes. */
  signatures: readonly string[];
  /** The first of them, which names the transaction. */
  signature: string;
  /** What the virtual machine runs instead, where it knows no such version; its signatures are none of that. */
  runsAs?: Uint8Array;
}

/** Longest transaction that the network carries, in bytes. */
const MAX_BYTES = 1_232;

const base58 = getBase58Decoder();
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Bytes of a parameter. Its length is looked at first: decoding base58 takes time that grows with its square. */
export function decodeBytes(text: string, encoding: "base58" | "base64", maxBytes: number): Uint8Array {
  if (text.length > maxBytes * 1.4 + 4)
    throw invalidParams(`encoded bytes too large (max: ${maxBytes} bytes)`);
  if (encoding === "base64") {
    const bytes = Buffer.from(text, "base64");
    if (bytes.toString("base64") !== text) throw invalidParams("invalid base64 encoding");
    return new Uint8Array(bytes);
  }
  try {
    return new Uint8Array(getBase58Encoder().encode(text));
  } catch {
    throw invalidParams("invalid base58 encoding");
  }
}

/** The signed part. Throws RpcError when it is not a canonical legacy or version 0 message. */
export function parseMessage(messageBytes: Uint8Array): OldMessage {
  const codec = getCompiledTransactionMessageCodec();
  let message: OldMessage;
  try {
    message = codec.decode(messageBytes);
    if (!sameBytes(new Uint8Array(codec.encode(message)), messageBytes)) throw new Error("not canonical");
  } catch (error) {
    throw invalidParams(
      `failed to deserialize message: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
  if (!isSane(message))
    throw invalidParams("invalid transaction: Transaction failed to sanitize accounts offsets correctly");
  return message;
}

/**
 * A transaction as it comes from outside. Throws RpcError when it is too long, not canonical or when its indexes
 * point outside of it: all of these end the virtual machine's process.
 */
export function parseTransaction(text: string, encoding: "base58" | "base64"): ParsedTransaction {
  const wire = decodeBytes(text, encoding, MAX_BYTES);
  if (wire.length > MAX_BYTES)
    throw invalidParams(`transaction too large: ${wire.length} bytes (max: ${MAX_BYTES} bytes)`);
  // The signatures are read by their count, not by what the message says of its signers.
  const count = wire[0] ?? 0;
  const messageBytes = wire.slice(1 + count * 64);
  if (count === 0 || count > 19 || messageBytes.length === 0)
    throw invalidParams("failed to deserialize transaction");
  const message = parseMessage(messageBytes);
  if (message.header.numSignerAccounts !== count)
    throw invalidParams("invalid transaction: wrong number of signatures");
  const signatures = Array.from({ length: count }, (_, i) =>
    base58.decode(wire.slice(1 + i * 64, 65 + i * 64)),
  );
  return {
    wire,
    messageBytes,
    message,
    messageKey: createHash("sha256").update(messageBytes).digest("base64"),
    signatures,
    signature: signatures[0] ?? "",
  };
}

/** The checks of Agave's `sanitize` on versioned messages. */
export function isSane({ header, staticAccounts, instructions, ...rest }: Message): boolean {
  const lookups = "addressTableLookups" in rest ? (rest.addressTableLookups ?? []) : [];
  const loaded = lookups.map((table) => table.readonlyIndexes.length + table.writableIndexes.length);
  const accounts = staticAccounts.length + loaded.reduce((sum, count) => sum + count, 0);
  return (
    header.numReadonlySignerAccounts < header.numSignerAccounts &&
    header.numSignerAccounts + header.numReadonlyNonSignerAccounts <= staticAccounts.length &&
    accounts <= 256 &&
    !loaded.includes(0) &&
    instructions.every(
      ({ programAddressIndex: program, accountIndices = [] }) =>
        program !== 0 && program < staticAccounts.length && accountIndices.every((index) => index < accounts),
    )
  );
}
