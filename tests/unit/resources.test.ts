import { describe, expect, it } from "vitest";
import * as z from "zod";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { tvlEntry } from "@/lib/desks/tvl/entry";
import { DOCUMENTS } from "@/lib/discovery/documents";
import { resourcesOf } from "@/lib/discovery/resources";
import type { Site } from "@/lib/discovery/site";
import { x402ConfigOf, type Payments } from "@/lib/discovery/x402-config";
import { describeCatalog } from "@/lib/mcp/catalog-tool";
import { makeChallenge } from "@/lib/payments/challenge/challenge";
import { templateOf } from "@/lib/payments/challenge/templates";
import { resourcesDocumentation } from "@/lib/resources/resources/documentation";
import { x402ConfigDocumentation } from "@/lib/resources/x402-config/documentation";
import { FEE_PAYER, MERCHANT } from "../support/payments";

const ORIGIN = "https://svc.example.com";
const NOW = new Date("2026-01-02T03:04:05.000Z");
const SITE: Site = {
  name: "svc",
  origin: ORIGIN,
  contact: null,
  merchant: MERCHANT,
  mpp: true,
  agentTokenId: null,
  notice: null,
};
const moment = { now: NOW, feePayer: FEE_PAYER, lastSales: new Map<string, Date>() };
const paid = published.filter(isPaid);

describe("the list of what is for sale", () => {
  it("holds every paid route and no other, each at the catalog's price, and fits its own schema", () => {
    const list = resourcesDocumentation.output.parse(resourcesOf(published, SITE, moment));
    expect(list.resources.map(({ url, method, price }) => ({ url, method, price }))).toEqual(
      paid.map((entry) => ({
        url: ORIGIN + entry.path,
        method: entry.method,
        price: { usd: toUsd(priceOf(entry)), baseUnits: String(priceOf(entry)) },
      })),
    );
    expect(list.notes).toEqual([]);
  });

  it("lists every tier with its price, the unused one too, as the catalog's tool does", () => {
    const { tiers } = resourcesDocumentation.output.parse(resourcesOf(published.slice(0, 1), SITE, moment));
    expect(tiers.map(({ name, price, sold }) => [name, price.baseUnits, sold])).toEqual([
      ["free", "0", true],
      ["raw", "20000", true],
      ["light", "50000", false],
      ["signal", "100000", true],
      ["bundle", "250000", true],
    ]);
    const named = tiers.map(({ name, price, sold }) => ({ name, priceUsdc: price.usd, sold }));
    expect(describeCatalog(SITE).tiers).toEqual(named);
  });

  it.each([
    ["with every offer", SITE, FEE_PAYER],
    ["without a fee payer", SITE, null],
    ["without MPP", { ...SITE, mpp: false }, FEE_PAYER],
    ["without a wallet on Solana", { ...SITE, merchant: { ...MERCHANT, solanaPayTo: undefined } }, FEE_PAYER],
    ["without a wallet on Base", { ...SITE, merchant: { ...MERCHANT, evmPayTo: undefined } }, FEE_PAYER],
  ])("says of each route what its 402 offers: %s", async (_, site: Site, feePayer) => {
    const { resources } = resourcesOf(published, site, { ...moment, feePayer });
    expect(resources).toHaveLength(paid.length);
    for (const { url, offers } of resources) {
      const { required, mpp } = await makeChallenge(
        templateOf(new URL(url).pathname),
        {
          ...{ origin: ORIGIN, serviceName: "svc", merchant: site.merchant, feePayer, now: NOW },
          ...{ replay: "0".repeat(32), signingKey: null },
          mppSecret: site.mpp ? "a secret of at least thirty-two characters" : undefined,
        },
        "no_payment",
      );
      const x402 = offers.filter(({ protocol }) => protocol === "x402");
      expect(
        x402.map(({ scheme, network, asset, payTo, amount }) => ({ scheme, network, asset, payTo, amount })),
      ).toEqual(
        required.accepts.map(({ scheme, network, asset, payTo, amount }) => ({
          ...{ scheme, network, asset, payTo, amount },
        })),
      );
      expect(offers.some(({ protocol }) => protocol === "mpp")).toBe(mpp !== null);
    }
  });

  it("gives an input schema that the sample fits and an unknown member does not", () => {
    const { resources } = resourcesOf(published, SITE, moment);
    expect(resources).toHaveLength(paid.length);
    for (const { label, schema, sample } of resources) {
      const input = z.fromJSONSchema(schema.input as Parameters<typeof z.fromJSONSchema>[0]);
      expect(input.safeParse(sample.input), label).toMatchObject({ success: true });
      const odd = { ...z.record(z.string(), z.unknown()).parse(sample.input), unknown_member: 1 };
      expect(input.safeParse(odd), label).toMatchObject({ success: false });
    }
  });

  it("has the time of the last sale of a route, and null for one without a sale", () => {
    const lastSales = new Map([[tvlEntry.path, NOW]]);
    const { resources } = resourcesOf(published, SITE, { ...moment, lastSales });
    const known = resources.filter(({ lastSuccess }) => lastSuccess !== null);
    expect(known.map(({ label, lastSuccess }) => [label, lastSuccess])).toEqual([
      ["intel-tvl", "2026-01-02T03:04:05.000Z"],
    ]);
  });

  it("says that it does not know when the ledger can't be asked, instead of that nothing was sold", () => {
    const { resources, notes } = resourcesOf(published, SITE, { ...moment, lastSales: null });
    expect(new Set(resources.map(({ lastSuccess }) => lastSuccess))).toEqual(new Set([null]));
    expect(notes.join()).toContain("ledger can't be reached");
  });

  it("says that nothing can be paid where no wallet is set up", () => {
    const site = { ...SITE, merchant: { ...MERCHANT, evmPayTo: undefined, solanaPayTo: undefined } };
    const { resources, notes } = resourcesOf(published, site, moment);
    expect(resources.flatMap(({ offers }) => offers)).toEqual([]);
    expect(notes.join()).toContain("No payment can be taken");
  });

  it("stays small enough to be read in one go", () => {
    expect(JSON.stringify(resourcesOf(published, SITE, moment)).length).toBeLessThan(96 * 1024);
  });
});

const PAYMENTS: Payments = {
  facilitators: [
    { name: "primary", url: "https://first.example.com/x402?key=hidden" },
    { name: "fallback", url: "https://second.example.com" },
  ],
  feePayer: FEE_PAYER,
  signed: true,
  holders: null,
};

describe("how the service is paid", () => {
  const config = (site: Site = SITE, payments: Partial<Payments> = {}) =>
    x402ConfigDocumentation.output.parse(x402ConfigOf(site, { ...PAYMENTS, ...payments }));

  it("names the merchant's networks and assets, in the order of the offers", () => {
    const { evm, solana } = MERCHANT.networks;
    expect(config().networks).toMatchObject([
      {
        network: evm.id,
        offered: true,
        payTo: MERCHANT.evmPayTo,
        assets: [{ address: evm.usdc, decimals: 6, eip712: evm.domain }],
      },
      { network: solana.id, offered: true, payTo: MERCHANT.solanaPayTo, assets: [{ address: solana.usdc }] },
    ]);
  });

  it("says that a network is not offered when a 402 would not offer it", () => {
    const offered = ({ networks }: ReturnType<typeof config>) => networks.map((network) => network.offered);
    expect(offered(config(SITE, { feePayer: null }))).toEqual([true, false]);
    const site = { ...SITE, merchant: { ...MERCHANT, evmPayTo: undefined } };
    expect(offered(config(site))).toEqual([false, true]);
  });

  it("says what is not offered: two other currencies and three further networks", () => {
    const { networks, notOffered } = config();
    expect(notOffered.map(({ what }) => what)).toEqual(["USDG", "USDT", "three further networks"]);
    const assets = networks.flatMap((network) => network.assets.map(({ symbol }) => symbol));
    for (const { what, about } of notOffered) {
      expect(assets).not.toContain(what);
      expect(about).toMatch(/terms/);
    }
  });

  it("names facilitators by their hosts alone", () => {
    expect(config().facilitators).toEqual([
      { role: "primary", host: "first.example.com" },
      { role: "fallback", host: "second.example.com" },
    ]);
    expect(JSON.stringify(config())).not.toContain("hidden");
  });

  it("names a third facilitator where there is one, behind the others", () => {
    const third = { name: "third", url: "https://third.example.com" } as const;
    const { facilitators } = config(SITE, { facilitators: [...PAYMENTS.facilitators, third] });
    expect(facilitators.map(({ role }) => role)).toEqual(["primary", "fallback", "third"]);
    expect(facilitators[2]?.host).toBe("third.example.com");
  });

  it("claims signed receipts only where they are signed, and MPP only where it is offered", () => {
    const names = ({ extensions }: ReturnType<typeof config>) => extensions.map(({ name }) => name);
    expect(names(config())).toContain("offer-receipt");
    expect(config(SITE, { signed: false }).receipts.signed).toBe(false);
    expect(names(config(SITE, { signed: false }))).not.toContain("offer-receipt");
    expect(config().mpp.offered).toBe(true);
    expect(config({ ...SITE, mpp: false }).mpp.offered).toBe(false);
  });

  it("lists the discovery documents, and none that is not there for want of a contact", () => {
    const reachable = { ...SITE, contact: "desk@svc.example.com" };
    const all = DOCUMENTS.map(({ path }) => ORIGIN + path);
    const lists = (site: Site) =>
      [config(site), describeCatalog(site)].map(({ documents }) => documents.map(({ url }) => url));
    expect(lists(reachable)).toEqual([all, all]);
    const others = all.filter((url) => !url.endsWith("/security.txt"));
    expect(lists({ ...SITE, contact: null })).toEqual([others, others]);
  });
});
