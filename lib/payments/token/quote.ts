import { bytesToBase64Url } from "@/lib/http/base64";
import { hmacSha256, randomHex } from "@/lib/http/digest";
import type { TokenAmounts } from "./amounts";
import type { OwnToken } from "./own-token";
import { QUOTE_SEC } from "./terms";

/** What a quote's id binds: nothing of it can be changed, or paid for something else. */
export interface QuoteTerms {
  /** CAIP-2. */
  network: string;
  token: Pick<OwnToken, "mint" | "decimals" | "treasury">;
  merchantId: string;
  /** Path of the route that it pays for. */
  route: string;
  amounts: Pick<TokenAmounts, "gross" | "burn">;
  /** The one wallet that may pay it; null for any. */
  wallet: string | null;
}

const VERSION = "1";
/** 128 bits in base64url. */
const MAC_LENGTH = 22;
const NONCE_BYTES = 4;
/** `<expiry>.<nonce>.<mac>`: the expiry in seconds, in base 36. */
const FORM = /^([0-9a-z]{6,8})\.([0-9a-f]{8})\.([A-Za-z0-9_-]{22})$/;

/** The HMAC's slots are in a fixed order, and no value holds their separator. */
function macOf(secret: string, expiry: string, nonce: string, terms: QuoteTerms): string {
  const { network, token, merchantId, route, amounts, wallet } = terms;
  const slots = [
    ...[VERSION, network, token.mint, token.decimals, token.treasury, merchantId, route],
    ...[amounts.gross, amounts.burn, expiry, nonce, wallet ?? ""],
  ];
  return bytesToBase64Url(hmacSha256(secret, slots.join("|"))).slice(0, MAC_LENGTH);
}

/** The id of a new quote, which is the memo of its payment. `now` in milliseconds. */
export function newQuoteId(secret: string, terms: QuoteTerms, now: number): string {
  const expiry = (Math.floor(now / 1000) + QUOTE_SEC).toString(36);
  const nonce = randomHex(NONCE_BYTES);
  return `${expiry}.${nonce}.${macOf(secret, expiry, nonce, terms)}`;
}

/** When a quote's id says that it runs out, in milliseconds; null for a text of another form. */
export function expiryOf(quoteId: string): number | null {
  const expiry = FORM.exec(quoteId)?.[1];
  return expiry === undefined ? null : Number.parseInt(expiry, 36) * 1000;
}

/** A transaction that is signed as its quote runs out lands while its blockhash lives; clocks may differ by a minute. */
const LANDING_MS = 150_000;

/** The last moment at which a payment of a quote that runs out at `expiry` may land, in milliseconds. */
export const lastLanding = (expiry: number): number => expiry + LANDING_MS;

/** Whether two texts of one length are equal, in a time that does not tell where they differ. */
function isSame(a: string, b: string): boolean {
  let differences = a.length ^ b.length;
  for (let index = 0; index < b.length; index += 1) differences |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return differences === 0;
}

/** Whether one of our secrets gave these terms this id. */
export function isQuoteOf(secrets: readonly string[], quoteId: string, terms: QuoteTerms): boolean {
  const [, expiry = "", nonce = "", mac = ""] = FORM.exec(quoteId) ?? [];
  return secrets.map((secret) => isSame(mac, macOf(secret, expiry, nonce, terms))).includes(true);
}
