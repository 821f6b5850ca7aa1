import type { RouteEntry } from "@/lib/catalog/define";
import type { Handler, PayingFor } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { isOpen, LINK_FORM, LINK_HEADER, LINK_KEPT_SEC } from "@/lib/http/pay-link-header";
import { paidUnder } from "./paid-under";
import { keys } from "@/lib/store/keys";

const NOT_CHARGED = "You were not charged.";
const PAID_ALREADY =
  "This link has been paid for, or is being paid for at this moment, and takes one payment. The answer goes to the program that asked for it.";
const TOO_OLD = "This link has run out. Ask the agent for another.";

export const paidAlready = (): ApiError =>
  new ApiError("already_taken", PAID_ALREADY, { charge: NOT_CHARGED });

/** The link of a request; null without one. */
export function linkIn(headers: Headers): string | null {
  const link = headers.get(LINK_HEADER);
  return link !== null && LINK_FORM.test(link) ? link : null;
}

type Linked = PayingFor & { request: string };

/**
 * Whether a payment may be the one of its link. Throws ApiError where it may not, and has not moved; one that has moved is
 * served to its payer alone then.
 */
async function mayTake(link: string, { key, request, moved }: Linked, now: Date): Promise<boolean> {
  const holder = await paidUnder(link, request);
  const isFree = holder === null || holder.value === key;
  if (isFree && (moved === true || isOpen(link, now.getTime()))) return true;
  if (moved === true) return false;
  throw isFree ? new ApiError("invalid_request", TOO_OLD, { charge: NOT_CHARGED }) : paidAlready();
}

/**
 * A handler whose paid calls can be handed over: a payment that names a link is noted under the link and the request, by the
 * scripts that settle it, and there is one of them at most. Whoever has read a link may pay for another request under it, too:
 * that is noted apart.
 */
export const handedOver =
  <E extends RouteEntry>(handler: Handler<E>): Handler<E> =>
  async (input, context) => {
    const { payment, headers, now } = context;
    const link = linkIn(headers);
    const request = payment?.request;
    if (payment === undefined || request === undefined || link === null) return handler(input, context);
    const isTheOne = await mayTake(link, { ...payment, request }, now);
    const result = await handler(input, context);
    if (!isTheOne) return result;
    const note = {
      ...{ key: keys.payLink(link, request), value: payment.key, ttlSec: LINK_KEPT_SEC },
      taken: PAID_ALREADY,
    };
    return { ...result, reserve: [...(result.reserve ?? []), note] };
  };
