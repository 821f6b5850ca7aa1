import type { RouteEntry } from "@/lib/catalog/define";
import type { Handler } from "@/lib/handler";

/**
 * A handler whose paid calls are attributed: the registered agent that `X-Agent-Id` names is noted with the sale. It decides
 * nothing, and an answer never depends on it. What reads agents loads with the first call that names one.
 */
export const attributed =
  <E extends RouteEntry>(handler: Handler<E>): Handler<E> =>
  async (input, context) => {
    const id = context.headers.get("x-agent-id");
    const { payment, now } = context;
    if (id === null || payment === undefined) return handler(input, context);
    const noting = import("./sale-notes").then(({ saleNotes }) => saleNotes(id, payment, now));
    const [result, notes] = await Promise.all([handler(input, context), noting]);
    return { ...result, effects: [...result.effects, ...notes] };
  };
