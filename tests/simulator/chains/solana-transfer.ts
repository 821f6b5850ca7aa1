import { createHash, createPrivateKey, sign, type KeyObject } from "node:crypto";
import { getBase58Decoder, getBase58Encoder } from "@solana/kit";
import { NETWORKS } from "@/lib/chains/networks";
import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";

/** Solana transactions that pay, byte by byte, as wallets make them: one signed message of version 0. */

export const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

const known = new Map<string, Uint8Array>();

/** The bytes of an address or a blockhash. Worlds have few accounts, and base58 is dear to read. */
export function bytesOf(text: string): Uint8Array {
  const bytes = known.get(text) ?? Uint8Array.from(getBase58Encoder().encode(text));
  if (known.size < 1_000) known.set(text, bytes);
  return bytes;
}

const USDC = NETWORKS.testnet.solana.usdc;
const COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111";
export const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";

/** The frame of an Ed25519 private key in DER (RFC 8410), before its 32 bytes. */
const PRIVATE_FRAME = Buffer.from("302e020100300506032b657004220420", "hex");

export interface SolanaKey {
  address: string;
  sign(message: Uint8Array): Uint8Array;
}

/** A key pair from its 32 byte seed. */
export function solanaKey(seed: Buffer): SolanaKey {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([PRIVATE_FRAME, seed]),
    format: "der",
    type: "pkcs8",
  });
  const { x } = key.export({ format: "jwk" });
  return {
    address: base58(Buffer.from(x ?? "", "base64url")),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

/** What a transfer says, and its bytes without the fee payer's signature where that is not the payer. */
export interface SolanaTransfer {
  /** SHA-256 of the message, hexadecimal. */
  messageHash: string;
  source: string;
  destination: string;
  amount: bigint;
  /** What it burns besides, of the source's too. */
  burn: bigint;
  blockhash: string;
  memo: string | null;
  feePayer: string;
  /** Which of its instructions moves the money. */
  transferIndex: number;
  /** Base64. */
  wire: string;
}

export interface TransferTerms {
  payer: SolanaKey;
  /** The payer itself, or a facilitator that is still to sign. */
  feePayer: string;
  source: string;
  destination: string;
  amount: number;
  blockhash: string;
  /** Null for none. */
  memo: string | null;
}

interface Instruction {
  program: number;
  accounts: readonly number[];
  data: Uint8Array;
}

const u64 = (value: bigint): Uint8Array => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

/** Lengths here are below 128, and so one byte each. */
const counted = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes]);

const encode = ({ program, accounts, data }: Instruction): Buffer =>
  Buffer.concat([Buffer.from([program]), counted(Uint8Array.from(accounts)), counted(data)]);

/** What a message is made of: the place of an account among them is its number in instructions. */
interface Draft {
  /** The fee payer first. */
  signers: readonly string[];
  written: readonly string[];
  onlyRead: readonly string[];
  instructions(at: (account: string) => number): readonly Instruction[];
}

/** The draft's message, with the payer's signature on it, and room for its fee payer's where that is another. */
function signed(
  { payer, blockhash }: Pick<TransferTerms, "payer" | "blockhash">,
  { signers, written, onlyRead, instructions }: Draft,
) {
  // Order of a message's accounts: signers that pay, read-only signers, then writable ones, then those only read.
  const accounts = [...signers, ...written, ...onlyRead];
  const drafted = instructions((account) => accounts.indexOf(account));
  const message = Buffer.concat([
    Buffer.from([0x80, signers.length, signers.length - 1, onlyRead.length]),
    Buffer.from([accounts.length]),
    ...accounts.map(bytesOf),
    bytesOf(blockhash),
    Buffer.from([drafted.length]),
    ...drafted.map(encode),
    Buffer.from([0]),
  ]);
  const signature = payer.sign(message);
  const signatures = signers.length === 1 ? [signature] : [new Uint8Array(64), signature];
  const wire = Buffer.concat([Buffer.from([signers.length]), ...signatures, message]);
  return {
    messageHash: createHash("sha256").update(message).digest("hex"),
    wire: wire.toString("base64"),
  };
}

const memoOf = (program: number, memo: string): Instruction => ({
  ...{ program, accounts: [], data: new TextEncoder().encode(memo) },
});

/** Signs a transfer in the form of x402's scheme `exact`, which MPP takes, too. */
export function signTransfer(terms: TransferTerms): SolanaTransfer {
  const { payer, feePayer, source, destination, amount, blockhash, memo } = terms;
  return {
    ...{ source, destination, blockhash, memo, feePayer, transferIndex: 2, burn: 0n },
    amount: BigInt(amount),
    ...signed(terms, {
      signers: feePayer === payer.address ? [feePayer] : [feePayer, payer.address],
      written: [source, destination],
      onlyRead: [USDC, COMPUTE_BUDGET, TOKEN_PROGRAM, MEMO],
      instructions: (at) => [
        { program: at(COMPUTE_BUDGET), accounts: [], data: Uint8Array.from([2, 64, 156, 0, 0]) },
        { program: at(COMPUTE_BUDGET), accounts: [], data: Uint8Array.from([3, 1, 0, 0, 0, 0, 0, 0, 0]) },
        {
          program: at(TOKEN_PROGRAM),
          accounts: [source, USDC, destination, payer.address].map(at),
          data: Uint8Array.from([12, ...u64(BigInt(amount)), 6]),
        },
        ...(memo === null ? [] : [memoOf(at(MEMO), memo)]),
      ],
    }),
  };
}

/** Signs a payment in a token of its own kind: what is burned, what is paid, and the memo of its quote. */
export function signBurnAndTransfer(
  terms: Omit<TransferTerms, "feePayer" | "amount" | "memo"> & {
    mint: string;
    decimals: number;
    burn: bigint;
    kept: bigint;
    memo: string;
  },
): SolanaTransfer {
  const { payer, source, destination, mint, decimals, burn, kept, blockhash, memo } = terms;
  return {
    ...{ source, destination, blockhash, memo, burn, amount: kept },
    ...{ feePayer: payer.address, transferIndex: 1 },
    ...signed(terms, {
      signers: [payer.address],
      written: [source, destination, mint],
      onlyRead: [TOKEN_PROGRAM, MEMO],
      instructions: (at) => [
        {
          program: at(TOKEN_PROGRAM),
          accounts: [source, mint, payer.address].map(at),
          data: Uint8Array.from([15, ...u64(burn), decimals]),
        },
        {
          program: at(TOKEN_PROGRAM),
          accounts: [source, mint, destination, payer.address].map(at),
          data: Uint8Array.from([12, ...u64(kept), decimals]),
        },
        memoOf(at(MEMO), memo),
      ],
    }),
  };
}

/** The same bytes with the fee payer's signature in its place, and the transaction's id, which is that. */
export function completeTransfer(
  { wire }: SolanaTransfer,
  feePayer: SolanaKey,
): { wire: string; signature: string } {
  const bytes = Buffer.from(wire, "base64");
  const signature = feePayer.sign(messageIn(bytes));
  bytes.set(signature, 1);
  return { wire: bytes.toString("base64"), signature: base58(signature) };
}

const messageIn = (wire: Buffer): Buffer => wire.subarray(1 + 64 * (wire[0] ?? 0));

export const hashOfMessage = (wire: Buffer): string =>
  createHash("sha256").update(messageIn(wire)).digest("hex");
