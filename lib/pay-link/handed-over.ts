import type { RouteEntry } from "@/lib/catalog/define";
import type { Handler } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { LINK_FORM, LINK_HEADER } from "./link";

/** As long as the answer itself is kept. */
const KEPT_SEC = 24 * 3600;

/**
 * A handler whose paid calls can be handed over: a sale that names a link is noted under it, by the script that settles the
 * payment. So nothing is written for what is not paid, and the first payment of a link is the one that counts.
 */
export const handedOver =
  <E extends RouteEntry>(handler: Handler<E>): Handler<E> =>
  async (input, context) => {
    const result = await handler(input, context);
    const link = context.headers.get(LINK_HEADER);
    if (context.payment === undefined || link === null || !LINK_FORM.test(link)) return result;
    const note = ["SET", keys.payLink(link), context.payment.key, "NX", "EX", String(KEPT_SEC)] as const;
    return { ...result, effects: [...result.effects, { command: note }] };
  };
