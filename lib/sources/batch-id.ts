import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";

/** A short name of a batch of keys: 128 bits, so that no two batches share one. */
export const batchId = (keys: readonly string[]): string =>
  bytesToHex(sha256(utf8ToBytes(keys.join(",")))).slice(0, 32);
