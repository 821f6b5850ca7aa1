/** The highest version of a Solana transaction whose message is read here; V1 is live on mainnet since 2026-09-15 (SIMD-0385). */
export const READ_VERSION = 1;
/** Balances, outcomes and signatures are told apart from the message, so that any version will do: the highest of one byte. */
export const ANY_VERSION = 255;
/**
 * Versions that are taken to be sent, as x402's offers name them (`extra.transactionVersions`). Legacy ones are taken too; the
 * draft has no name for those. MPP's `methodDetails.transactionVersions` says the same where it is left out.
 */
export const SENT_VERSIONS: readonly number[] = [0];
