import {
  getAddressDecoder,
  getNullableDecoder,
  getStructDecoder,
  getU64Decoder,
  getU8Decoder,
} from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import type { ChainAccount } from "@/lib/chains/token-mint";
import { exactText } from "./exact-text";
import type { MintTerms } from "./terms";

/** Metaplex Core, whose NFT is one account: https://github.com/metaplex-foundation/mpl-core, `state/asset.rs`. */
export const CORE = "CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d";
const ASSET = 1;
const NOBODY = 0;

const head = getStructDecoder([
  ["kind", getU8Decoder()],
  ["owner", getAddressDecoder()],
  // With an authority or a collection its address would follow: neither is read any further.
  ["updateAuthority", getU8Decoder()],
]);
const words = getStructDecoder([
  ["name", exactText],
  ["uri", exactText],
  ["seq", getNullableDecoder(getU64Decoder())],
]);

/**
 * What keeps an asset of Core from being a signal's, in words; null when nothing does. It is one of one by itself. Whatever
 * may freeze, move, burn or print it stands in plugins behind it: there must be none.
 */
export function objectionToCoreAsset(
  { data: encoded }: ChainAccount,
  { creator, terms }: { creator: string; terms: MintTerms },
): string | null {
  const data = base64ToBytes(encoded);
  const none = "The account is no asset of Core.";
  try {
    const [{ kind, owner, updateAuthority }, at] = head.read(data, 0);
    if (kind !== ASSET) return none;
    if (updateAuthority !== NOBODY) return "Its metadata can be changed.";
    if (owner !== creator) return "The signal's creator does not hold it.";
    const [{ name, uri }, end] = words.read(data, at);
    if (end !== data.length) return "It has plugins.";
    if (uri !== terms.uri) return "Its URI is not this signal's.";
    return name === terms.name ? null : "Its name is not that of this signal's certificate.";
  } catch {
    return none; // cut off
  }
}
