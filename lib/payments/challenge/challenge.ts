import type { PaymentPayload, PaymentRequired, PaymentRequirements } from "@x402/core/types";
import { baseUnits } from "@/lib/catalog/money";
import { ERRORS } from "@/lib/http/api-error";
import { textToBase64 } from "@/lib/http/base64";
import { isRecord } from "@/lib/is-record";
import { mppChallenge, wwwAuthenticate, type MppChallenge } from "../rails/mpp/challenge";
import { REASONS, type Reason } from "../outcome/reasons";
import { signOffers } from "../receipts/sign";
import type { SigningKey } from "../receipts/signing-key";
import { isSelfSettled, type QuotedOffer, quotedOffer, type TokenSale } from "../token/sale";
import { offersOf, type Merchant } from "./offers";
import { signInExtension } from "./sign-in";

/** What is known of a route's challenge before any request: rendered from its catalog entry, once a build. */
export interface ChallengeTemplate {
  path: string;
  /** The ApiError body's `resource`. */
  label: string;
  /** Set where the route is sold as a tool: its name. The resource is then `mcp://tool/<name>`. */
  tool?: string;
  /** Price in USDC base units. */
  amount: number;
  priceUsdc: number;
  description: string;
  /** The x402 `bazaar` extension: how the route is called and what it answers, compact. */
  bazaar: Readonly<Record<string, unknown>>;
  /** The entry's, where it has one. */
  ifFailed?: string;
}

/** What only the moment knows. */
export interface ChallengeMoment {
  origin: string;
  serviceName: string;
  merchant: Merchant;
  /** Solana fee payer of a facilitator that is up, or null when none is known: then only Base is offered. */
  feePayer: string | null;
  /** Fresh 128-bit token that a replay of this payment must carry (see docs/decisions/replay-token.md). */
  replay: string;
  mppSecret: string | undefined;
  /** What an offer in the own token rests on; left out where none is made. */
  token?: TokenSale;
  /** Signs the offers; null leaves them unsigned. */
  signingKey: SigningKey | null;
  /**
   * The `resources` of a sign-in for the very request that was sent; left out where none would prove anything. Empty for
   * a caller who tried to prove something that no sign-in proves now.
   */
  signIn?: readonly string[] | undefined;
  /** What a payment on Solana says in its memo; left out where the client chooses that itself. */
  memo?: string;
  now: Date;
}

export interface Challenge {
  required: PaymentRequired;
  mpp: MppChallenge | null;
  /** The offer in the own token among `accepts`. */
  quoted: QuotedOffer | null;
}

const PAYMENT_IDENTIFIER = {
  info: { required: false },
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      required: { type: "boolean" },
      id: { type: "string", minLength: 16, maxLength: 128, pattern: "^[A-Za-z0-9_-]+$" },
    },
    required: ["required"],
  },
};

/** What x402 takes as a name: 32 printable ASCII characters at most. With another one nobody could read the challenge. */
const SERVICE_NAME = /^[\x20-\x7e]{1,32}$/;

const withReplay = (offer: PaymentRequirements, replay: string): PaymentRequirements => ({
  ...offer,
  extra: { ...offer.extra, replay },
});

/** What is paid for, as x402 names it: the route's address, or its tool (x402's MCP transport). */
const resourceOf = ({ path, tool }: ChallengeTemplate, origin: string): string =>
  tool === undefined ? origin + path : `mcp://tool/${tool}`;

function ownTokenOffer({ path, amount }: ChallengeTemplate, moment: ChallengeMoment): QuotedOffer | null {
  const { token, merchant, now } = moment;
  if (token === undefined) return null;
  const wanted = { route: path, amount: baseUnits(amount), wallet: null };
  return quotedOffer(token, merchant.networks, wanted, now.getTime());
}

/** The resource of a route's or a tool's payments, as its 402 and facilitators' catalogs have it. */
export const resourceInfo = (
  template: ChallengeTemplate,
  { origin, serviceName }: Pick<ChallengeMoment, "origin" | "serviceName">,
): PaymentRequired["resource"] => ({
  url: resourceOf(template, origin),
  description: template.description,
  mimeType: "application/json",
  ...(SERVICE_NAME.test(serviceName) ? { serviceName } : {}),
});

/** The members of a payment's payload from which facilitators' catalogs list what it bought. */
export type Listing = Required<Pick<PaymentPayload, "resource" | "extensions">>;

/**
 * A route's listing, for the payments that go to a facilitator: its 402 has no room for it in the header, from which clients
 * would send it back.
 */
export const listingOf = (template: ChallengeTemplate, of: Parameters<typeof resourceInfo>[1]): Listing => ({
  resource: resourceInfo(template, of),
  extensions: { bazaar: template.bazaar },
});

/** All that a caller can pay with, at this moment. `accepts` is empty when no wallet is configured. */
export async function makeChallenge(
  template: ChallengeTemplate,
  moment: ChallengeMoment,
  error: Reason,
): Promise<Challenge> {
  const amount = baseUnits(template.amount);
  const inUsdc = offersOf(moment.merchant, amount, moment.feePayer).map((offer) =>
    moment.memo === undefined || offer.network !== moment.merchant.networks.solana.id
      ? offer
      : { ...offer, extra: { ...offer.extra, memo: moment.memo } },
  );
  const quoted = ownTokenOffer(template, moment);
  // The token's comes last, since clients take the first offer that they can pay.
  const accepts = [...inUsdc, ...(quoted === null ? [] : [quoted.requirement])].map((offer) =>
    withReplay(offer, moment.replay),
  );
  const resource = resourceInfo(template, moment);
  const signed = await signOffers({ resource, accepts }, moment.now, moment.signingKey, moment.origin);
  const required: PaymentRequired = {
    x402Version: 2,
    error,
    resource,
    accepts,
    extensions: {
      // Who sends what a sign-in could be for knows how to call.
      ...(moment.signIn === undefined && { bazaar: template.bazaar }),
      ...(moment.signIn !== undefined &&
        moment.signIn.length > 0 && { "sign-in-with-x": signInExtension(template.path, moment) }),
      "payment-identifier": PAYMENT_IDENTIFIER,
      ...(signed === null ? {} : { "offer-receipt": signed }),
    },
  };
  const realm = new URL(moment.origin).host;
  const mpp =
    moment.mppSecret === undefined
      ? null
      : mppChallenge(moment.mppSecret, realm, template.path, moment.merchant, amount, moment.now);
  return { required, mpp, quoted };
}

const HOW_TO_PAY = [
  "Choose an entry of x402.accepts and sign it with an x402 v2 client (for example @x402/fetch).",
  "Send the same request again with the header PAYMENT-SIGNATURE: base64 of the payment payload.",
];
const HOW_TO_PAY_BY_MPP =
  "Or pay the challenge in `mpp` with an MPP client for Solana (for example @solana/mpp) and send Authorization: Payment.";
const HOW_TO_RETRY =
  "If the answer gets lost, send the same request with the same payment again: it is never charged twice.";

/** What a 402 says to do, with or without an MPP offer. */
export const howToPay = (byMpp: boolean): string[] => [
  ...HOW_TO_PAY,
  ...(byMpp ? [HOW_TO_PAY_BY_MPP] : []),
  HOW_TO_RETRY,
];

/** The extensions that official clients read in the header. */
const IN_HEADER = ["sign-in-with-x", "payment-identifier"] as const;

/** Of an extension: the schema describes the rest, which clients read without it. */
const withoutSchema = (extension: unknown): Record<string, unknown> => {
  const { schema: _, ...rest } = isRecord(extension) ? extension : {};
  return rest;
};

/**
 * The part of a challenge that its header has room for: the default buffer of nginx holds 4,096 bytes of headers, and turns
 * a longer 402 into a 502. The body has the rest: `bazaar`, `offer-receipt`, and the schemas of the others.
 */
export function inHeader({ extensions = {}, ...required }: PaymentRequired): PaymentRequired {
  const kept = IN_HEADER.filter((name) => extensions[name] !== undefined);
  return {
    ...required,
    extensions: Object.fromEntries(kept.map((name) => [name, withoutSchema(extensions[name])])),
  };
}

/** Whether the header has room for the MPP offer: beside an offer in the own token and a sign-in there is none. */
export const hasRoomForMpp = ({ accepts, extensions }: PaymentRequired): boolean =>
  extensions?.["sign-in-with-x"] === undefined || !accepts.some(isSelfSettled);

/** The headers that a browser may read of a 402, which carries no others that are worth it. */
const EXPOSED =
  "PAYMENT-REQUIRED, WWW-Authenticate, X-RateLimit-Limit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Service-Notice";

/** The 402 as headers and ApiError body; `body.x402` has all that is in the header, and more. */
export function challengeParts(
  template: ChallengeTemplate,
  challenge: Omit<Challenge, "quoted">,
  reason: Reason,
  message: string = REASONS[reason],
) {
  const headers: Record<string, string> = {
    "payment-required": textToBase64(JSON.stringify(inHeader(challenge.required))),
    "cache-control": "private, no-store",
    "access-control-expose-headers": EXPOSED,
    ...(challenge.mpp !== null &&
      hasRoomForMpp(challenge.required) && { "www-authenticate": wwwAuthenticate(challenge.mpp) }),
  };
  const body = {
    error: message,
    code: "payment_required",
    priceUsdc: template.priceUsdc,
    resource: template.label,
    reason,
    x402: challenge.required,
    mpp: challenge.mpp === null ? [] : [challenge.mpp],
    howToPay: howToPay(challenge.mpp !== null),
  };
  return { status: ERRORS.payment_required.status, headers, body };
}
