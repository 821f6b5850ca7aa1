import * as z from "zod";
import { base64ToText } from "@/lib/http/base64";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { isSameText } from "@/lib/payments/same-text";
import { challengeId } from "./challenge";
import type { EchoedChallenge } from "./credential";

/** What a challenge of ours asked for. */
export interface Charge {
  /** Known only to whom the challenge was given: it never goes on chain. */
  id: string;
  realm: string;
  /** Base units. */
  amount: string;
  /** The mint. */
  currency: string;
  /** The owner of the account that is paid. */
  recipient: string;
  /** The memo that the transfer must carry. */
  externalId: string;
  /** The path that it was made for, or null in a challenge that names none. */
  route: string | null;
  /** Until when it could be paid, in milliseconds. */
  expiresAt: number;
}

const Bound = z.object({
  amount: z.string(),
  currency: z.string(),
  recipient: z.string(),
  externalId: z.string().min(1),
});
const Opaque = z.object({ route: z.string() });

const foreign = (cause?: unknown): PaymentRefused =>
  new PaymentRefused(
    "payment_rejected",
    "This challenge was not made here, or was altered. Ask this route for a challenge and pay that as it stands.",
    { cause },
  );

/** Whether the id is the one that one of our secrets gives to these fields (core §5.1.2.1). */
const isOurs = (secrets: readonly string[], challenge: EchoedChallenge): boolean =>
  secrets.map((secret) => isSameText(challenge.id, challengeId(secret, challenge))).includes(true);

/**
 * Reads what an echoed challenge asked for, from the fields that its id binds and nothing else.
 * Throws PaymentRefused `payment_rejected` for one that was not made with any of `secrets`.
 */
export function readCharge(secrets: readonly string[], challenge: EchoedChallenge): Charge {
  if (!isOurs(secrets, challenge)) throw foreign();
  try {
    const { amount, currency, recipient, externalId } = Bound.parse(
      JSON.parse(base64ToText(challenge.request)),
    );
    const { id, realm, opaque } = challenge;
    const route = opaque === undefined ? null : Opaque.parse(JSON.parse(base64ToText(opaque))).route;
    const expiresAt = z.number().parse(Date.parse(challenge.expires ?? ""));
    return { id, realm, amount, currency, recipient, externalId, route, expiresAt };
  } catch (cause) {
    // Another program's challenge, made with the same secret.
    throw foreign(cause);
  }
}
