import { isPaid, mayWrite, type RouteEntry } from "@/lib/catalog/define";

/** What the front door and the service answer on any route. */
const ON_EVERY_ROUTE = [400, 405, 413, 429, 431, 500];
/** Of a body that declares another type. */
const WITH_A_BODY = [415];
/** Of an Idempotency-Key that belongs to another request. */
const ON_FREE_ROUTES_WITH_A_BODY = [409];
/** Of what can't be written down. */
const ON_FREE_ROUTES_THAT_WRITE = [503];
/** What becomes of payments, and what stands between a payment and its answer. */
const ON_PAID_ROUTES = [402, 409, 410, 503];

/** A protocol of its own has its own refusals. */
function ofFreeRoutes(entry: RouteEntry): number[] {
  if (entry.method === "GET" || entry.wire !== undefined) return [];
  return [...ON_FREE_ROUTES_WITH_A_BODY, ...(mayWrite(entry) ? ON_FREE_ROUTES_THAT_WRITE : [])];
}

/** Every status of a refusal that a route answers with, in ascending order. */
export function refusalsOf(entry: RouteEntry): number[] {
  const all = [
    ...ON_EVERY_ROUTE,
    ...(entry.method === "GET" ? [] : WITH_A_BODY),
    ...(isPaid(entry) ? ON_PAID_ROUTES : ofFreeRoutes(entry)),
    ...entry.statuses,
  ];
  return [...new Set(all)].sort((one, other) => one - other);
}
