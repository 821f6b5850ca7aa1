/** The two made-up paid routes of the simulated service. They cost the same, so that a payment fits either. */
export const PRICE = 20_000;

export const ROUTES = {
  "/api/sim-first": { amount: PRICE, priceUsdc: 0.02, budgetMs: 20_000 },
  "/api/sim-second": { amount: PRICE, priceUsdc: 0.02, budgetMs: 20_000 },
} as const;

export type RoutePath = keyof typeof ROUTES;

/** Where the ledger keeps who has what can be had once on a route. */
export const uniqueKey = (path: RoutePath): string => `sim:unique:${path}`;
