/**
 * The checks before every route: the caller's rate limit, the method, the audience and the length of the body. The front door
 * runs them for all paths, a route's own door for its path. Routes are plain data here.
 */
import { ApiError } from "./http/api-error";
import { notFound, requireAudience } from "./http/audience";
import { checkDeclaredLength } from "./http/body";
import { env } from "./env";
import { clientAddress, clientSubscriber } from "./http/client-address";
import { errorResponse } from "./http/errors";
import { commonHeaders, preflightHeaders } from "./http/headers";
import { limitHeaders, rateLimited } from "./http/limit-headers";
import { withListedOrigins } from "./http/listed-origins";
import { routeMethod, withImplied } from "./http/methods";
import { readCallHeaders } from "./http/request-headers";
import { seenAs } from "./http/self-probe";
import type { DoorRoute } from "./http/routes";
import { countEvent } from "./store/counters";
import { carriesPayment } from "./payments/has-payment";
import { countRequest, type LimitState, type Rule, TOLERANCE } from "./store/rate-limit";

export type Background = (work: Promise<unknown>) => void;

/** A path with the routes that it has: one a method. None of them for a path that nobody serves. */
export interface DoorPath {
  path: string;
  routes: readonly DoorRoute[];
}

/** The path of a request's address, which the platform has normalised: it needs no second parsing. */
export function pathOf({ url }: Request): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** The methods that a path is known to take; routes that are not public are not told of. */
const publicMethods = ({ routes }: DoorPath): string[] =>
  routes.filter(({ audience }) => audience === "public").map(({ method }) => method);

const routeOf = ({ routes }: DoorPath, method: string): DoorRoute | undefined =>
  routes.find((route) => route.method === routeMethod(method));

/** The route that a request names. Throws ApiError 404 or 405. */
function requireRoute(at: DoorPath, method: string): DoorRoute {
  const route = routeOf(at, method);
  if (route !== undefined) return route;
  const methods = publicMethods(at);
  if (methods.length === 0) throw notFound();
  throw new ApiError(
    "method_not_allowed",
    `${at.path} does not take ${method}. Use ${methods.join(" or ")}.`,
    {
      headers: { allow: withImplied(methods).join(", ") },
    },
  );
}

function preflight(at: DoorPath): Response {
  const methods = publicMethods(at);
  if (methods.length === 0) throw notFound();
  const headers = { ...commonHeaders(), ...preflightHeaders(withImplied(methods)) };
  return new Response(null, { status: 204, headers });
}

const isListed = ({ routes }: DoorPath): boolean => routes.some(({ origins }) => origins === "listed");

/** Gives the door's own refusals the CORS headers that the route's answer would have. */
const withOrigins = (response: Response, request: Request, at: DoorPath): Response =>
  isListed(at) ? withListedOrigins(response, request) : response;

/** What a door answers by itself, or null for what goes on to its route. */
async function answer(
  request: Request,
  at: DoorPath,
  challenge: (route: DoorRoute) => Promise<Response> | null,
): Promise<Response | null> {
  // Such a route answers for itself which pages may call it.
  if (request.method === "OPTIONS") return isListed(at) ? null : preflight(at);
  const route = requireRoute(at, request.method);
  await requireAudience(route.audience, request.headers);
  checkDeclaredLength(request, route.bodyBytes);
  readCallHeaders(request.headers); // no 402 asks for a payment that would be refused for them
  return challenge(route);
}

/** Of two limits that a request counts against, the one that is nearer its end: the headers show that one. */
function nearest(one: LimitState, other: LimitState): LimitState {
  if (one.allowed !== other.allowed) return one.allowed ? other : one;
  return one.remaining <= other.remaining ? one : other;
}

/** How many times the limit of one /64 all of a /48 have together, which is one customer's of a provider. */
const NETWORK_SHARE = 4;

/** What a request counts against besides the general limit, in this order: an address or its network, and the rule. */
function rulesOf(headers: Headers, route: DoorRoute | undefined): (readonly [whose: string, rule: Rule])[] {
  const address = clientAddress(headers);
  const network = clientSubscriber(headers);
  const isFree = route?.gate === "open" && network !== address;
  // A call of a guarded route that carries no payment is no audit yet: the guard counts what it serves free, or refuses.
  const rate = route?.gate === "guarded" && !carriesPayment(headers) ? undefined : route?.rate;
  const perMinute = NETWORK_SHARE * env().RATE_LIMIT_PER_MINUTE;
  return [
    ...(rate === undefined ? [] : [[address, rate] as const]),
    ...(isFree ? [[network, { name: "networks", perMinute, tolerance: TOLERANCE }] as const] : []),
    ...(isFree && rate !== undefined
      ? [[network, { name: `${rate.name}-networks`, perMinute: NETWORK_SHARE * rate.perMinute }] as const]
      : []),
  ];
}

/** Counts against the general limit and, as long as there is room, against the route's own and its network's. */
async function countAll(
  { headers, method }: Request,
  at: DoorPath,
  background: Background,
  count: typeof countRequest,
): Promise<LimitState> {
  let state = await count(clientAddress(headers), background);
  for (const [whose, rule] of rulesOf(headers, routeOf(at, method)))
    if (state.allowed) state = nearest(await count(whose, background, rule), state);
  return state;
}

/**
 * Gives the door's own answer, or null, with the headers that the route's answer will carry. `challenge` gives the 402 of a
 * call for which the route need not run, else null. `count` is the limiter.
 */
export async function askDoor(
  request: Request,
  at: DoorPath,
  background: Background,
  challenge: (route: DoorRoute) => Promise<Response> | null,
  count: typeof countRequest = countRequest,
): Promise<{ response: Response | null; headers: Record<string, string> }> {
  const now = Date.now();
  const state = await countAll(request, at, background, count);
  const headers = { ...limitHeaders(state, now), ...seenAs(request.headers) };
  try {
    if (!state.allowed) {
      countEvent("status:429", background);
      throw rateLimited(state, now);
    }
    return { response: await answer(request, at, challenge), headers };
  } catch (error) {
    return { response: withOrigins(errorResponse(error, at.path), request, at), headers };
  }
}
