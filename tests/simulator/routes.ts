/** The made-up paid routes of the simulated service. They cost the same, so that a payment fits any. */
export const PRICE = 20_000;

const ROUTE = {
  amount: PRICE,
  priceUsdc: 0.02,
  budgetMs: 20_000,
  slots: { group: "calls", most: 4 },
} as const;

export const ROUTES = {
  "/api/sim-first": ROUTE,
  "/api/sim-second": ROUTE,
  /** What third parties' sites are asked for: one at a time. */
  "/api/sim-scan": { ...ROUTE, slots: { group: "scans", most: 1 } },
} as const;

export type RoutePath = keyof typeof ROUTES;

/** Where the ledger keeps who has what can be had once on a route. */
export const uniqueKey = (path: RoutePath): string => `sim:unique:${path}`;
