import { askDoor, type Background, pathOf } from "./door";
import { LINK_HEADER } from "./http/pay-link-header";
import { HOLDER_WALLET } from "./http/request-headers";
import type { DoorRoute } from "./http/routes";
import { ROUTES } from "./http/routes.generated";
import { challengeResponse } from "./payments/challenge/challenge-response";
import { templateOf } from "./payments/challenge/templates";
import { CREDIT_PROOF, hasPayment } from "./payments/has-payment";
import { countRequest } from "./store/rate-limit";

/** The 402 of a call without a payment, where nothing comes before that; null for what goes on to its route. */
function challenge(
  { gate, holders, path }: DoorRoute,
  { headers }: Request,
  background: Background,
): Promise<Response> | null {
  if (gate !== "payment-first" || hasPayment(headers)) return null;
  if (headers.has(CREDIT_PROOF)) return null; // the route judges the proof
  if (headers.has(LINK_HEADER)) return null; // the route tells whether the link is paid already
  if (holders === "free" && headers.has(HOLDER_WALLET)) return null; // the route judges a holder's claim
  return challengeResponse(templateOf(path), "no_payment", background);
}

/**
 * Stands before the requests under /api: who is asking, is there room, is the method right, is there a payment at
 * all. Gives its own answer, or null with the headers that the route's answer will carry. `count` is the limiter; only
 * a benchmark hands in another.
 */
export function frontDoor(
  request: Request,
  background: Background,
  count = countRequest,
): ReturnType<typeof askDoor> {
  const path = pathOf(request);
  const routes = ROUTES.filter((route) => route.path === path);
  const challenged = (route: DoorRoute) => challenge(route, request, background);
  return askDoor(request, { path, routes }, background, challenged, count);
}
