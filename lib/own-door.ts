import { isPaid, type Method, type RouteEntry } from "./catalog/define";
import { askDoor, pathOf } from "./door";
import { notFound } from "./http/audience";
import { errorResponse } from "./http/errors";
import { keepAlive } from "./http/keep-alive";
import { routeMethod } from "./http/methods";
import { isPastTheDoor } from "./http/request-notes";
import { doorRoute } from "./http/routes";
import type { RouteFunction } from "./payments/answers/route-function";

/** The one payment that the middleware's matcher can tell: see middleware.ts. Without a value it is none, there as here. */
const PAYMENT = "payment-signature";

type Functions<Path extends string> = { readonly [M in Method]?: RouteFunction<Path> };

/** What a file exports so that its door answers every method that Next knows; HEAD is Next's GET. */
type Everything<Path extends string> = Record<Method | "PUT" | "DELETE" | "OPTIONS", RouteFunction<Path>>;

/**
 * A door of a path's own, for calls that the middleware lets by (the matcher of middleware.ts names them): on a free path all of
 * them, on a paid one those that bring `PAYMENT-SIGNATURE`. It does what the front door does, in the route's own function: a
 * second function, and Next's way from one to the other, cost a fifth of a sale. `entries` are the path's, one a method, and
 * `functions` what serves them. Throws where they don't belong together: a wrong binding must not start.
 */
export function ownDoor<const Path extends string>(
  path: Path,
  entries: readonly RouteEntry[],
  functions: Functions<Path>,
): Everything<Path> {
  const bound = entries.filter((entry) => entry.path === path).map(({ method }) => method);
  const [known, served] = [bound, Object.keys(functions)].map((methods) => methods.sort().join(", "));
  if (known !== served) throw new Error(`${path}: its door knows ${known}, its file serves ${served}`);
  const at = { path, routes: entries.map(doorRoute) };
  const isSold = entries.some(isPaid);

  const serve = async (request: Request): Promise<Response> => {
    const call = functions[routeMethod(request.method) as Method]; // undefined where it is none
    return call === undefined ? errorResponse(notFound(), path) : call(request);
  };
  const every: RouteFunction<Path> = async (request) => {
    if (isPastTheDoor(request) || (isSold && !request.headers.get(PAYMENT))) return serve(request);
    const { response, headers } = await askDoor(request, at, keepAlive, () => null);
    // A platform may take other spellings for the path; the front door does not.
    const answered =
      response ?? (pathOf(request) === path ? await serve(request) : errorResponse(notFound(), path));
    for (const [name, value] of Object.entries(headers)) answered.headers.set(name, value);
    return answered;
  };
  return { GET: every, POST: every, PATCH: every, PUT: every, DELETE: every, OPTIONS: every };
}
