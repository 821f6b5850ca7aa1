import { ApiError } from "./http/api-error";
import { notFound, requireAudience } from "./http/audience";
import { checkDeclaredLength } from "./http/body";
import { clientAddress } from "./http/client-address";
import { errorResponse } from "./http/errors";
import { commonHeaders, preflightHeaders } from "./http/headers";
import { limitHeaders, rateLimited } from "./http/limit-headers";
import { withListedOrigins } from "./http/listed-origins";
import { routeMethod, withImplied } from "./http/methods";
import { HOLDER_WALLET, readCallHeaders } from "./http/request-headers";
import type { FrontDoorRoute } from "./http/routes";
import { ROUTES } from "./http/routes.generated";
import { challengeResponse } from "./payments/challenge/challenge-response";
import { CREDIT_PROOF, hasPayment } from "./payments/has-payment";
import { templateOf } from "./payments/challenge/templates";
import { countEvent } from "./store/counters";
import { countRequest, type LimitState } from "./store/rate-limit";

type Background = (work: Promise<unknown>) => void;

const routesAt = (path: string): FrontDoorRoute[] => ROUTES.filter((route) => route.path === path);

/** The methods that a path is known to take; routes that are not public are not told of. */
const publicMethods = (path: string): string[] =>
  routesAt(path)
    .filter(({ audience }) => audience === "public")
    .map(({ method }) => method);

/** The route that a request names. Throws ApiError 404 or 405. */
function findRoute(path: string, method: string): FrontDoorRoute {
  const route = routesAt(path).find((candidate) => candidate.method === routeMethod(method));
  if (route !== undefined) return route;
  const methods = publicMethods(path);
  if (methods.length === 0) throw notFound();
  throw new ApiError("method_not_allowed", `${path} does not take ${method}. Use ${methods.join(" or ")}.`, {
    headers: { allow: withImplied(methods).join(", ") },
  });
}

function preflight(path: string): Response {
  const methods = publicMethods(path);
  if (methods.length === 0) throw notFound();
  const headers = { ...commonHeaders(), ...preflightHeaders(withImplied(methods)) };
  return new Response(null, { status: 204, headers });
}

/** What the front door answers by itself, or null for what goes on to its route. */
async function answer(request: Request, path: string, background: Background): Promise<Response | null> {
  // A route that only listed pages may call answers by itself which they are.
  if (request.method === "OPTIONS") return isListed(path) ? null : preflight(path);
  const route = findRoute(path, request.method);
  await requireAudience(route.audience, request.headers);
  checkDeclaredLength(request, route.bodyBytes);
  readCallHeaders(request.headers); // no 402 asks for a payment that would be refused for them
  if (route.gate !== "payment-first" || hasPayment(request.headers)) return null;
  if (request.headers.has(CREDIT_PROOF)) return null; // the route judges it
  if (route.holders === "free" && request.headers.has(HOLDER_WALLET)) return null; // and a holder's claim
  return challengeResponse(templateOf(path), "no_payment", background);
}

const isListed = (path: string): boolean => routesAt(path).some(({ origins }) => origins === "listed");

/** A refusal of the front door's own says of origins what the route would. */
const withOrigins = (response: Response, request: Request, path: string): Response =>
  isListed(path) ? withListedOrigins(response, request) : response;

/** The path of a request's address, which the platform has normalised: it needs no second parsing. */
function pathOf({ url }: Request): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Of the limits that a request counts against, the one nearer its end: the headers show it. */
function nearest(one: LimitState, other: LimitState): LimitState {
  if (one.allowed !== other.allowed) return one.allowed ? other : one;
  return one.remaining <= other.remaining ? one : other;
}

/** Counts against the general limit and, when that has room, against the route's own. */
async function countAll(
  request: Request,
  path: string,
  background: Background,
  count: typeof countRequest,
): Promise<LimitState> {
  const address = clientAddress(request.headers);
  const general = await count(address, background);
  const rule = routesAt(path).find(({ method }) => method === routeMethod(request.method))?.rate;
  if (rule === undefined || !general.allowed) return general;
  return nearest(await count(address, background, rule), general);
}

/**
 * Stands before every request under /api: who is asking, is there room, is the method right, is there a payment at
 * all. Gives its own answer, or null with the headers that the route's answer will carry. `count` is the limiter; only
 * a benchmark hands in another.
 */
export async function frontDoor(
  request: Request,
  background: Background,
  count = countRequest,
): Promise<{ response: Response | null; headers: Record<string, string> }> {
  const path = pathOf(request);
  const now = Date.now();
  const state = await countAll(request, path, background, count);
  const headers = limitHeaders(state, now);
  try {
    if (!state.allowed) {
      countEvent("status:429", background);
      throw rateLimited(state, now);
    }
    return { response: await answer(request, path, background), headers };
  } catch (error) {
    return { response: withOrigins(errorResponse(error, path), request, path), headers };
  }
}
