import {
  getAddressDecoder,
  getArrayDecoder,
  getBooleanDecoder,
  getNullableDecoder,
  getStructDecoder,
  getU16Decoder,
  getU32Decoder,
  getU64Decoder,
  getU8Decoder,
} from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import type { ChainAccount } from "@/lib/chains/token-mint";
import { paddedText } from "./exact-text";
import type { MintTerms } from "./terms";

/** Metaplex's Token Metadata, which describes a mint of SPL Token by accounts of its own. */
export const TOKEN_METADATA = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";
/** `Key` of its accounts. */
const KINDS = { metadata: 4, masterEdition: 6 } as const;
/** `TokenStandard` of what a rule set freezes and moves, and of a print of another token. */
const RULED_OR_PRINTED: ReadonlySet<number> = new Set([3, 4, 5]);

/** `spl_token::state::Mint`. */
const mintDecoder = getStructDecoder([
  ["hasMintAuthority", getU32Decoder()],
  ["mintAuthority", getAddressDecoder()],
  ["supply", getU64Decoder()],
  ["decimals", getU8Decoder()],
  ["isMade", getBooleanDecoder()],
  ["hasFreezeAuthority", getU32Decoder()],
  ["freezeAuthority", getAddressDecoder()],
]);
const MINT_BYTES = 82;

const metadataDecoder = getStructDecoder([
  ["kind", getU8Decoder()],
  ["updateAuthority", getAddressDecoder()],
  ["mint", getAddressDecoder()],
  ["name", paddedText],
  ["symbol", paddedText],
  ["uri", paddedText],
  ["sellerFeeBasisPoints", getU16Decoder()],
  [
    "creators",
    getNullableDecoder(
      getArrayDecoder(
        getStructDecoder([
          ["address", getAddressDecoder()],
          ["isVerified", getBooleanDecoder()],
          ["share", getU8Decoder()],
        ]),
      ),
    ),
  ],
  ["isSold", getBooleanDecoder()],
  ["isMutable", getBooleanDecoder()],
  ["editionNonce", getNullableDecoder(getU8Decoder())],
  ["standard", getNullableDecoder(getU8Decoder())],
]);
const editionDecoder = getStructDecoder([
  ["kind", getU8Decoder()],
  ["supply", getU64Decoder()],
  ["maxSupply", getNullableDecoder(getU64Decoder())],
]);

/** Reads an account of a program; null for none, another's, and one that is cut off. */
function read<T>(
  account: ChainAccount | null,
  program: string,
  decoder: { decode(data: Uint8Array): T },
): T | null {
  if (account === null || account.owner !== program) return null;
  try {
    return decoder.decode(base64ToBytes(account.data));
  } catch {
    return null; // cut off
  }
}

/** Who may make another token of it, or freeze it: nobody, or Token Metadata in the name of an edition without prints. */
function objectionToAuthorities(
  {
    hasMintAuthority,
    mintAuthority,
    hasFreezeAuthority,
    freezeAuthority,
  }: ReturnType<typeof mintDecoder.decode>,
  edition: string,
  account: ChainAccount | null,
): string | null {
  if (hasMintAuthority !== 0 && mintAuthority !== edition) return "More of it can be minted.";
  if (hasFreezeAuthority !== 0 && freezeAuthority !== edition) return "It can be frozen.";
  if (hasMintAuthority === 0 && hasFreezeAuthority === 0) return null;
  const master = read(account, TOKEN_METADATA, editionDecoder);
  const isSingle = master?.kind === KINDS.masterEdition && master.supply === 0n && master.maxSupply === 0n;
  return isSingle ? null : "Copies of it can be printed.";
}

/** What keeps a mint with Token Metadata from being a signal's, in words; null when nothing does. */
export function objectionToTokenMetadata(
  found: Readonly<Record<"mint" | "metadata" | "edition", ChainAccount | null>>,
  { mint, edition, terms }: { mint: string; edition: string; terms: MintTerms },
): string | null {
  const bytes = found.mint === null ? 0 : base64ToBytes(found.mint.data).length;
  const token =
    bytes === MINT_BYTES && found.mint !== null ? read(found.mint, found.mint.owner, mintDecoder) : null;
  if (token === null || !token.isMade) return "The account is no mint.";
  if (token.supply !== 1n) return "Its supply is not 1.";
  if (token.decimals !== 0) return "It has decimals.";
  const open = objectionToAuthorities(token, edition, found.edition);
  if (open !== null) return open;
  const metadata = read(found.metadata, TOKEN_METADATA, metadataDecoder);
  if (metadata?.kind !== KINDS.metadata || metadata.mint !== mint) return "It has no metadata.";
  if (metadata.isMutable) return "Its metadata can be changed.";
  if (RULED_OR_PRINTED.has(metadata.standard ?? 0))
    return "It is a print, or others' rules move or freeze it.";
  if (metadata.uri !== terms.uri) return "Its URI is not this signal's.";
  return metadata.name === terms.name && metadata.symbol === terms.symbol
    ? null
    : "Its name and symbol are not those of this signal's certificate.";
}
