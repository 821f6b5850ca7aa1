import { getBase58Decoder } from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";

/**
 * The first 165 bytes of a token account are the same in both token programs (`spl_token::state::Account`); Token-2022
 * puts the kind of account and its extensions behind them.
 */
const LAYOUT = { bytes: 165, owner: 32, ownerEnd: 64, amount: 64, state: 108, initialized: 1 } as const;
/** Behind a token's bytes in Token-2022: what kind of account it is. */
const KIND = { at: 165, token: 2 } as const;

export interface TokenAccount {
  mint: string;
  /** The wallet that it belongs to. */
  owner: string;
  /** Base units. */
  amount: bigint;
  frozen: boolean;
}

const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

/** A token account's bytes (base64) read; null where they are of something else. */
export function readTokenAccount(base64: string): TokenAccount | null {
  const data = base64ToBytes(base64);
  const isToken =
    data.length === LAYOUT.bytes || (data.length > LAYOUT.bytes && data[KIND.at] === KIND.token);
  const state = data[LAYOUT.state] ?? 0;
  if (!isToken || state === 0) return null;
  return {
    mint: base58(data.subarray(0, LAYOUT.owner)),
    owner: base58(data.subarray(LAYOUT.owner, LAYOUT.ownerEnd)),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(LAYOUT.amount, true),
    frozen: state !== LAYOUT.initialized,
  };
}
