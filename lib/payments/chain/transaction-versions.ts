/** The highest version of a Solana transaction whose message is read here; V1 is live on mainnet since 2026-09-15 (SIMD-0385). */
export const READ_VERSION = 1;
/** Balances, outcomes and signatures are told apart from the message, so that any version will do: the highest of one byte. */
export const ANY_VERSION = 255;
/**
 * Versions that are taken to be sent, as offers name them (x402 `extra.transactionVersions`, MPP
 * `methodDetails.transactionVersions`). Legacy ones are taken too; the drafts have no name for those.
 */
export const SENT_VERSIONS: readonly number[] = [0];
