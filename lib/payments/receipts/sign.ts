import type { PaymentRequired } from "@x402/core/types";
import { describe, log } from "@/lib/http/log";
import { usdcOf } from "@/lib/chains/networks";
import type { Receipt } from "../rails/rail";
import { jws } from "./jws";
import { signingKey, type SigningKey } from "./signing-key";

/** x402's extension `offer-receipt`, version 1, format `jws`. */
const VERSION = 1;

/** A signed offer or receipt: the compact JWS holds its payload. */
export interface SignedArtifact {
  format: "jws";
  /** Offers only: which entry of `accepts` it repeats. A hint, not signed. */
  acceptIndex?: number;
  signature: string;
}

/** Short, because the receipt's goes into a header. */
const artifact = { type: "object", required: ["format", "signature"] };
const OFFERS_SCHEMA = {
  type: "object",
  properties: { offers: { type: "array", items: artifact } },
  required: ["offers"],
};
const RECEIPT_SCHEMA = { type: "object", properties: { receipt: artifact }, required: ["receipt"] };

export interface OffersExtension {
  info: { offers: SignedArtifact[] };
  schema: typeof OFFERS_SCHEMA;
}
export interface ReceiptExtension {
  info: { receipt: SignedArtifact };
  schema: typeof RECEIPT_SCHEMA;
}

/** Offers run out at whole steps of this, so that a route's 402s share their signatures meanwhile. */
const STEP_SEC = 30;
/** Signed offers of this process by what they say; older steps go when it is full. */
const offers = new Map<string, string>();
const MAX_OFFERS = 256;

async function signedOffer(payload: object, key: SigningKey, origin: string): Promise<string> {
  const id = `${key.publicJwk.kid} ${JSON.stringify(payload)}`;
  const known = offers.get(id);
  if (known !== undefined) return known;
  const made = await jws(payload, key, origin);
  if (offers.size >= MAX_OFFERS) offers.clear();
  offers.set(id, made);
  return made;
}

/**
 * The challenge's offers, signed: an `extensions["offer-receipt"]` entry for the 402, or null without a key. Each
 * holds for as long as its payment may take, and at most half a minute more. The key is of the service at `origin`,
 * which the resource need not name: a tool's doesn't.
 */
export async function signOffers(
  { resource, accepts }: Pick<PaymentRequired, "resource" | "accepts">,
  now: Date,
  key: SigningKey | null,
  origin: string,
): Promise<OffersExtension | null> {
  if (key === null) return null;
  const step = (Math.floor(now.getTime() / 1000 / STEP_SEC) + 1) * STEP_SEC;
  const signed = accepts.map(
    async (
      { scheme, network, asset, payTo, amount, maxTimeoutSeconds },
      acceptIndex,
    ): Promise<SignedArtifact> => {
      const terms = { scheme, network, asset, payTo, amount, validUntil: step + maxTimeoutSeconds };
      const payload = { version: VERSION, resourceUrl: resource.url, ...terms };
      return { format: "jws", acceptIndex, signature: await signedOffer(payload, key, origin) };
    },
  );
  return { info: { offers: await Promise.all(signed) }, schema: OFFERS_SCHEMA };
}

/**
 * The receipt of a served payment, signed: an `extensions["offer-receipt"]` entry for PAYMENT-RESPONSE, or null without a key.
 * It says only what the ledger keeps, so that every replay carries the very same bytes. A signature can't be taken back:
 * until our own node has shown the transfer it names no transaction, and from then on it does. A receipt that can't
 * be signed costs nobody the answer. Amount and asset are no fields of the extension's version 1, whose readers take others
 * beside its own; without them a receipt would not say what was paid.
 */
export async function signReceipt(resourceUrl: string, receipt: Receipt): Promise<ReceiptExtension | null> {
  const { network, payer, transaction, amount, at, confirmed } = receipt;
  const asset = receipt.asset ?? usdcOf(network);
  try {
    const key = await signingKey();
    if (key === null) return null;
    const payload = {
      version: VERSION,
      network,
      resourceUrl,
      payer,
      issuedAt: Math.floor(at / 1000),
      ...(confirmed === true ? { transaction } : {}),
      amount,
      ...(asset !== undefined && { asset }),
    };
    return {
      info: { receipt: { format: "jws", signature: await jws(payload, key, resourceUrl) } },
      schema: RECEIPT_SCHEMA,
    };
  } catch (error) {
    log.error("receipt_not_signed", { why: describe(error) });
    return null;
  }
}
