import { baseUnits } from "@/lib/catalog/money";
import { toUrlAlphabet } from "@/lib/http/base64";
import { randomHex } from "@/lib/http/digest";
import { fillBase64, fillText } from "@/lib/http/fill-placeholder";
import { chargeRequest, opaqueOf, signCharge, wwwAuthenticate } from "../rails/mpp/challenge";
import type { Reason } from "../outcome/reasons";
import {
  challengeParts,
  hasRoomForMpp,
  howToPay,
  inHeader,
  makeChallenge,
  type ChallengeMoment,
  type ChallengeTemplate,
} from "./challenge";

const TOKEN_BYTES = 16;

/** What a challenge has of its own; tokens are 32 hexadecimal digits. */
export interface FreshParts {
  replay: string;
  /** Of the MPP offer. */
  externalId: string;
  now: Date;
}

/** The tokens of a new challenge. */
export function freshTokens(): Pick<FreshParts, "replay" | "externalId"> {
  const tokens = randomHex(2 * TOKEN_BYTES); // one draw: drawing costs more than the bytes
  return { replay: tokens.slice(0, 2 * TOKEN_BYTES), externalId: tokens.slice(2 * TOKEN_BYTES) };
}

/** A route's 402 with all but its fresh parts rendered and encoded. */
export type PreparedChallenge = (fresh: FreshParts) => {
  status: number;
  headers: Record<string, string>;
  body: string;
};

/**
 * Renders what a route's 402s have in common while `standing` holds, since encoding five kilobytes anew for each costs
 * more than all the rest of it. Gives the very bytes that `makeChallenge` and `challengeParts` would, each time with a quote of its own; null when there
 * is nothing to pay with.
 */
export async function prepareChallenge(
  template: ChallengeTemplate,
  standing: Omit<ChallengeMoment, "replay">,
  reason: Reason,
  message: string,
): Promise<PreparedChallenge | null> {
  // They stand for the fresh parts; random, so that no text holds them by chance or by an attack.
  const places = { ...freshTokens(), mpp: randomHex(TOKEN_BYTES) };
  const { origin, merchant, mppSecret } = standing;
  const moment = { ...standing, replay: places.replay, mppSecret: undefined };
  const { required, quoted } = await makeChallenge(template, moment, reason);
  if (required.accepts.length === 0) return null;

  const { status, headers, body } = challengeParts(template, { required, mpp: null }, reason, message);
  // A quote's id stands for those of the challenges to come, since each has its own.
  const filled = [places.replay, ...(quoted === null ? [] : [quoted.quoteId])];
  const tokensOf = ({ replay, now }: FreshParts): string[] => [
    replay,
    ...(quoted === null ? [] : [quoted.another(now.getTime())]),
  ];
  const header = fillBase64(JSON.stringify(inHeader(required)), ...filled);
  const charge = chargeRequest(merchant, baseUnits(template.amount), places.externalId);
  if (mppSecret === undefined || charge === null) {
    const text = fillText(JSON.stringify(body), ...filled);
    return (fresh) => {
      const tokens = tokensOf(fresh);
      return {
        status,
        headers: { ...headers, "payment-required": header(...tokens) },
        body: text(...tokens),
      };
    };
  }
  const realm = new URL(origin).host;
  const opaque = opaqueOf(template.path);
  const request = fillBase64(charge, places.externalId);
  const hasRoom = hasRoomForMpp(required);
  const offered = { ...body, mpp: [places.mpp], howToPay: howToPay(true) };
  const text = fillText(JSON.stringify(offered), ...filled);
  return (fresh) => {
    const { externalId, now } = fresh;
    const tokens = tokensOf(fresh);
    const mpp = signCharge(mppSecret, realm, opaque, toUrlAlphabet(request(externalId)), now);
    return {
      status,
      headers: {
        ...headers,
        "payment-required": header(...tokens),
        ...(hasRoom && { "www-authenticate": wwwAuthenticate(mpp) }),
      },
      body: text(...tokens).replace(`"${places.mpp}"`, () => JSON.stringify(mpp)),
    };
  };
}
