import { type Address, getAddressDecoder } from "@solana/kit";
import { toBinary } from "@/lib/http/base64";

/** Put together from several small ones once. */
const decoder = getAddressDecoder();

/** Writing 32 bytes in base58 takes more than all else in reading a payment, and most payments name the same accounts. */
const written = new Map<string, Address>();
/** Some 100 KB. */
const MAX_WRITTEN = 512;

/** An address of 32 bytes in base58. */
export function addressOf(bytes: Uint8Array): Address {
  const key = toBinary(bytes);
  const known = written.get(key);
  if (known !== undefined) return known;
  const address = decoder.decode(bytes);
  if (written.size >= MAX_WRITTEN) written.clear();
  written.set(key, address);
  return address;
}
