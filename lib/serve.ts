import type { RouteEntry } from "./catalog/define";
import type { Handler } from "./handler";
import { attributed } from "./identity/attribution";
import { handedOver, linkIn } from "./pay-link/handed-over";
import { errorResponse } from "./http/errors";
import { keepAlive } from "./http/keep-alive";
import { hasPayment } from "./payments/has-payment";
import { serve as serveByTill } from "./payments/serve";

type Call = (request: Request) => Promise<Response>;

/**
 * Notes, once the call is answered, who signed its request. No sale waits for that, and the function loads what it takes only
 * for a request that says it is signed.
 */
const notingSigner =
  (route: string, call: Call): Call =>
  async (request) => {
    const { method, url, headers } = request;
    const response = await call(request);
    if (headers.has("signature-agent"))
      keepAlive(
        import("./security/callers/note-caller").then(({ noteCaller }) =>
          noteCaller(route, { method, url, headers }),
        ),
      );
    return response;
  };

/** Refuses the question for the price under a link that is paid already. The function loads what it takes with the first of them. */
const refusingPaidLinks =
  (entry: RouteEntry, call: Call): Call =>
  async (request) => {
    const link = hasPayment(request.headers) ? null : linkIn(request.headers);
    if (link === null) return call(request);
    try {
      const { refusePaid } = await import("./pay-link/refuse-paid");
      return (await refusePaid(entry, link, request)) ?? (await call(request));
    } catch (error) {
      return errorResponse(error, entry.path);
    }
  };

/**
 * Binds the entry of a paid route to its handler: the whole of what its route file does. This is the till's own `serve` and three
 * things that the till knows nothing of. A sale is noted with the agent that its call names, and with the link by which a person
 * paid for an agent, which takes one payment; the log says who signed the request.
 */
export const serve = <E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  paid: Parameters<typeof serveByTill<NoInfer<E>>>[2],
): ReturnType<typeof serveByTill<E>> =>
  notingSigner(
    entry.path,
    refusingPaidLinks(entry, serveByTill(entry, handedOver(attributed(handler)), paid)),
  );
