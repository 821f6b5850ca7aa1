import type { RouteEntry } from "./catalog/define";
import type { Handler } from "./handler";
import { attributed } from "./identity/attribution";
import { handedOver } from "./pay-link/handed-over";
import { keepAlive } from "./http/keep-alive";
import { serve as sell } from "./payments/serve";

type Sold = (request: Request) => Promise<Response>;

/** Looks behind the answer who signed the request: no sale waits for that, nor does its function load what looks. */
const signedBy =
  (route: string, sold: Sold): Sold =>
  async (request) => {
    const { method, url, headers } = request;
    const response = await sold(request);
    if (headers.has("signature-agent"))
      keepAlive(
        import("./security/callers/note-caller").then(({ noteCaller }) =>
          noteCaller(route, { method, url, headers }),
        ),
      );
    return response;
  };

/**
 * Binds the entry of a paid route to its handler: the whole of what its route file does. It is the till's own `serve`, with what
 * the till knows nothing of: the agent that a call names is noted with its sale, so is the link by which a person paid for an agent,
 * and the log says who signed the request.
 */
export const serve = <E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  paid: Parameters<typeof sell<NoInfer<E>>>[2],
): ReturnType<typeof sell<E>> => signedBy(entry.path, sell(entry, handedOver(attributed(handler)), paid));
