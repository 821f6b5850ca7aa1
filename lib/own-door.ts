import { isPaid, type Method, type RouteEntry } from "./catalog/define";
import { askDoor, pathOf } from "./door";
import { notFound } from "./http/audience";
import { errorResponse } from "./http/errors";
import { keepAlive } from "./http/keep-alive";
import { routeMethod } from "./http/methods";
import { isPastTheDoor } from "./http/request-notes";
import { doorRoute } from "./http/routes";
import type { RouteFunction } from "./payments/answers/route-function";

/** The only header by which the middleware's matcher tells a payment (see middleware.ts). A blank one is no payment, there as here. */
const PAYMENT = "payment-signature";

type Functions<Path extends string> = { readonly [M in Method]?: RouteFunction<Path> };

/** What a file exports so that its door answers every method that Next knows; HEAD is Next's GET. */
type Everything<Path extends string> = Record<Method | "PUT" | "DELETE" | "OPTIONS", RouteFunction<Path>>;

/**
 * Puts a door before the functions of one path, for calls that pass the middleware by (see its matcher): on a free path all
 * calls, on a paid one those with a `PAYMENT-SIGNATURE`. It checks what the front door checks, but within the route's own
 * function: a second function, and Next's way from one to the other, took a fifth of a sale's CPU time.
 * `entries` are the catalog entries of the path, one a method, and `functions` are what serves them. Throws where the two
 * name different methods: a wrong binding must not start.
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
    // A platform may route other spellings of the path to this file; the front door refuses them.
    const answered =
      response ?? (pathOf(request) === path ? await serve(request) : errorResponse(notFound(), path));
    for (const [name, value] of Object.entries(headers)) answered.headers.set(name, value);
    return answered;
  };
  return { GET: every, POST: every, PATCH: every, PUT: every, DELETE: every, OPTIONS: every };
}
