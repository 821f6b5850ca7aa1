import { EVM_ADDRESS } from "@/lib/sources/token-fields";
import { scalpEntry } from "./scalp/entry";
import { macroEntry } from "./macro/entry";
import { isSolanaAddress } from "./solana-address";
import { trenchesEntry } from "./trenches/entry";
import { whalesEntry } from "./whales/entry";

/** An asset that a message is about, and the routes that cover it. */
export interface AskedAsset {
  asset: string;
  routes: readonly string[];
}

const BITCOIN = /\b(?:btc|xbt|bitcoin)\b/i;
/** What other desks cover by name. */
const COVERED: readonly (readonly [RegExp, AskedAsset])[] = [
  [/\b(?:eth|ether|ethereum)\b/i, { asset: "ETH", routes: [scalpEntry.path, whalesEntry.path] }],
  // "sol" is a word of other languages, "bnb" is none.
  [/\bSOL\b|\bsolana\b/, { asset: "SOL", routes: [scalpEntry.path, whalesEntry.path] }],
  [/\bSolana\b/, { asset: "SOL", routes: [scalpEntry.path, whalesEntry.path] }],
  [/\bbnb\b/i, { asset: "BNB", routes: [scalpEntry.path] }],
  [/\b(?:gold|xau)\b/i, { asset: "gold", routes: [macroEntry.path] }],
  [/\b(?:spx|s&p ?500|nasdaq|stocks)\b/i, { asset: "stocks", routes: [macroEntry.path] }],
  [/\b(?:dxy|dollar index)\b/i, { asset: "the dollar", routes: [macroEntry.path] }],
];
/** Coins that no desk covers by name: momentum and trenches know tokens by their addresses. */
const UNCOVERED =
  /\$([A-Z][A-Z0-9]{1,9})\b|\b(XRP|DOGE|ADA|AVAX|LINK|LTC|TRX|DOT|TON|SUI|PEPE|SHIB|WIF|BONK)\b/;
/** Those of them whose names are no words of a language, as people type them. */
const TYPED = /\b(xrp|doge|dogecoin|cardano|avax|litecoin|trx|chainlink|polkadot|shib|bonk)\b/i;

/**
 * The asset that a message is about, where that is not bitcoin: nothing of the message but the name of a known coin, or
 * the fact that it holds an address, leaves here. Null for bitcoin, and for a message that names none.
 */
export function askedAsset(message: string | undefined): AskedAsset | null {
  if (message === undefined || BITCOIN.test(message)) return null;
  const covered = COVERED.find(([names]) => names.test(message));
  if (covered !== undefined) return covered[1];
  const isToken = message
    .split(/[^0-9A-Za-z]+/)
    .some((word) => EVM_ADDRESS.test(word) || isSolanaAddress(word));
  if (isToken) return { asset: "a token", routes: [trenchesEntry.path] };
  const [, marked, bare] = UNCOVERED.exec(message) ?? [];
  const asset = marked ?? bare ?? TYPED.exec(message)?.[1]?.toUpperCase();
  return asset === undefined ? null : { asset, routes: [trenchesEntry.path] };
}

/** What a verdict on bitcoin says to a caller who asked about something else. */
export const otherAssetNote = ({ asset, routes }: AskedAsset): string =>
  `Your message is about ${asset}; this verdict is on BTC alone and says nothing of ${asset}. ` +
  `Ask ${routes.join(" or ")}${routes.includes(trenchesEntry.path) ? " with the token's address" : ""}.`;
