import { createHash } from "node:crypto";

export interface Identity {
  /** EVM private key, 0x and 64 hex digits. */
  evmKey: `0x${string}`;
  /** Ed25519 seed, 32 bytes. */
  solanaSeed: Uint8Array;
}

const derive = (name: string, chain: string): Buffer =>
  createHash("sha256").update(`local facilitator ${name} on ${chain}`).digest();

/**
 * The keys of a local facilitator: always the same for a name, different for another one, so that two facilitators
 * advertise two fee payers, as real ones do. They guard money that is worth nothing.
 */
export const identityOf = (name: string): Identity => ({
  evmKey: `0x${derive(name, "evm").toString("hex")}`,
  solanaSeed: new Uint8Array(derive(name, "solana")),
});
