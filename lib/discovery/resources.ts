import * as z from "zod";
import { type AnswerOf, isPaid, priceOf, type RouteEntry } from "../catalog/define";
import type { PublishedRoute } from "../catalog/document";
import { FRESHNESS_SEC } from "../catalog/freshness.generated";
import { type BaseUnits, toUsd } from "../catalog/money";
import { TIERS } from "../catalog/tiers";
import { offersOf } from "../payments/challenge/offers";
import type { resourcesEntry } from "../resources/resources/entry";
import { ROUTE_CONTRACT } from "./documents";
import type { Site } from "./site";

export type Resources = AnswerOf<typeof resourcesEntry>;
type Resource = Resources["resources"][number];

/** What only the moment knows. */
export interface Moment {
  now: Date;
  /** The Solana fee payer that a 402 would name, or null: then it offers Base alone. */
  feePayer: string | null;
  /** When each route last sold, by path; null when the ledger can't be reached. */
  lastSales: ReadonlyMap<string, Date> | null;
}

/** Where the route's own OpenAPI document has the schema of a route's answer: an RFC 6901 pointer as a URI fragment. */
const answerSchemaUrl = ({ path, method, label }: RouteEntry, origin: string): string =>
  `${origin}${ROUTE_CONTRACT.path(label)}#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses/200/content/application~1json/schema`;

const inList = (price: BaseUnits): Resource["price"] => ({ usd: toUsd(price), baseUnits: String(price) });

/** What a 402 of this route would offer, by either protocol. */
export function offersNow(entry: RouteEntry, site: Site, feePayer: string | null): Resource["offers"] {
  const { merchant, mpp } = site;
  const amount = priceOf(entry);
  const offers: Resource["offers"] = offersOf(merchant, amount, feePayer).map(
    ({ scheme, network, asset, payTo }) => ({
      ...{ protocol: "x402", scheme, network, asset, payTo, amount: String(amount) },
    }),
  );
  // As challenge.ts does: MPP is offered beside x402, never alone.
  if (!mpp || offers.length === 0 || merchant.solanaPayTo === undefined) return offers;
  const { id, usdc } = merchant.networks.solana;
  const byMpp = { protocol: "mpp", scheme: "solana/charge", network: id, asset: usdc } as const;
  return [...offers, { ...byMpp, payTo: merchant.solanaPayTo, amount: String(amount) }];
}

const inputSchemas = new WeakMap<RouteEntry, Record<string, unknown>>();

/** Schemas never change while a process runs, and rendering them all takes a while. */
function inputSchema(entry: RouteEntry): Record<string, unknown> {
  const known = inputSchemas.get(entry) ?? { ...z.toJSONSchema(entry.input, { io: "input" }) };
  inputSchemas.set(entry, known);
  return known;
}

const UNKNOWN_SALES =
  "The ledger can't be reached: the time of the last sale is unknown at the moment, and null everywhere.";
const NOTHING_OFFERED = "No payment can be taken at the moment: no wallet is set up to receive one.";

/** The list of everything that is for sale (`GET /api/resources`). */
export function resourcesOf(routes: readonly PublishedRoute[], site: Site, moment: Moment): Resources {
  const { now, feePayer, lastSales } = moment;
  const resources = routes.filter(isPaid).map((entry): Resource => {
    const { path, method, label, desk, summary, freshnessSec, sample } = entry;
    return {
      ...{ url: site.origin + path, method, label, desk, summary },
      price: inList(priceOf(entry)),
      offers: offersNow(entry, site, feePayer),
      schema: { input: inputSchema(entry), output: answerSchemaUrl(entry, site.origin) },
      freshnessSec: freshnessSec ?? FRESHNESS_SEC[path] ?? null,
      lastSuccess: lastSales?.get(path)?.toISOString() ?? null,
      sample,
    };
  });
  const notes = [
    ...(site.notice === null ? [] : [site.notice]),
    ...(lastSales === null ? [UNKNOWN_SALES] : []),
    ...(resources.some(({ offers }) => offers.length === 0) ? [NOTHING_OFFERED] : []),
  ];
  const tiers = TIERS.map(({ name, price, sold }) => ({ name, price: inList(price), sold }));
  return { ok: true, asOf: now.toISOString(), x402Version: 2, resources, tiers, notes };
}
