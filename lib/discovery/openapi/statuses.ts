import { isPaid, type RouteEntry } from "@/lib/catalog/define";

/** What the front door and the service answer on any route. */
const ON_EVERY_ROUTE = [400, 405, 413, 429, 431, 500];
/** Of a body that declares another type. */
const WITH_A_BODY = [415];
/** What becomes of payments, and what stands between a payment and its answer. */
const ON_PAID_ROUTES = [402, 409, 410, 503];

/** Every status but 200 that a route answers with, in ascending order. */
export function refusalsOf(entry: RouteEntry): number[] {
  const all = [
    ...ON_EVERY_ROUTE,
    ...(entry.method === "GET" ? [] : WITH_A_BODY),
    ...(isPaid(entry) ? ON_PAID_ROUTES : []),
    ...entry.statuses,
  ];
  return [...new Set(all)].sort((one, other) => one - other);
}
