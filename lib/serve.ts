import type { RouteEntry } from "./catalog/define";
import type { Handler } from "./handler";
import { attributed } from "./identity/attribution";
import { handedOver } from "./pay-link/handed-over";
import { serve as sell } from "./payments/serve";

/**
 * Binds the entry of a paid route to its handler: the whole of what its route file does. It is the till's own `serve`, with what
 * the till knows nothing of: the agent that a call names is noted with its sale, and so is the link by which a person paid for
 * an agent.
 */
export const serve = <E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  paid: Parameters<typeof sell<NoInfer<E>>>[2],
): ReturnType<typeof sell<E>> => sell(entry, handedOver(attributed(handler)), paid);
