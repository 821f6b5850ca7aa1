import { env } from "@/lib/env";
import { SERVICES } from "@/lib/catalog/services.generated";
import type { HolderRight } from "@/lib/catalog/define";
import type { OwnToken } from "@/lib/payments/token/own-token";
import { holderFrom, holderTiers } from "../tier";

/** Free audits a day, from Deluxe on. */
export const AUDITS_PER_DAY = 3;

const routesWith = (right: HolderRight): string[] =>
  SERVICES.filter(({ holders }) => holders === right).map(({ path }) => path);

/** What holders have, and from which balance on; the one place from which routes, documents and pages tell it. */
export function holderTerms(token: OwnToken) {
  return {
    freeDesks: {
      from: String(holderFrom(token)),
      perDay: env().TOKEN_FREE_CALLS_PER_DAY,
      routes: routesWith("free"),
    },
    freeAudits: { tier: "Deluxe" as const, perDay: AUDITS_PER_DAY, routes: routesWith("audits") },
    deeperScans: { tier: "Deluxe" as const, routes: routesWith("depth") },
    tiers: holderTiers(token).map(({ tier, from }) => ({ tier, from: String(from) })),
  };
}
