import type { RouteEntry } from "@/lib/catalog/define";
import type { CallContext, Effect, Handler } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";

/** What is noted of the agent; nothing where what reads agents can't be loaded. */
async function notesOn(
  id: string,
  payment: NonNullable<CallContext["payment"]>,
  now: Date,
): Promise<Effect[]> {
  try {
    const { saleNotes } = await import("./sale-notes");
    return await saleNotes(id, payment, now);
  } catch (error) {
    log.warn("agent_not_noted", { why: describe(error) });
    return [];
  }
}

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
    const [result, notes] = await Promise.all([handler(input, context), notesOn(id, payment, now)]);
    return { ...result, effects: [...result.effects, ...notes] };
  };
