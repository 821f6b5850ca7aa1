import type { RouteEntry } from "@/lib/catalog/define";
import { APPLIED_AT, type Effect, type Handler } from "@/lib/handler";
import { LINK_FORM, LINK_HEADER, LINK_KEPT_SEC } from "@/lib/http/pay-link-header";
import { keys } from "@/lib/store/keys";

/**
 * A handler whose paid calls can be handed over: a sale that names a link is noted under it, by the script that settles the
 * payment. So nothing is written for what is not paid. Whoever has read a link may note what they pay for under it, too: it
 * stands beside the others, and is not what the agent asked for unless it is.
 */
export const handedOver =
  <E extends RouteEntry>(handler: Handler<E>): Handler<E> =>
  async (input, context) => {
    const result = await handler(input, context);
    const link = context.headers.get(LINK_HEADER);
    if (context.payment === undefined || link === null || !LINK_FORM.test(link)) return result;
    const key = keys.payLink(link);
    const notes: Effect[] = [
      { command: ["ZADD", key, APPLIED_AT, context.payment.key] },
      { command: ["EXPIRE", key, String(LINK_KEPT_SEC)] },
    ];
    return { ...result, effects: [...result.effects, ...notes] };
  };
