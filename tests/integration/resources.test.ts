import { beforeAll, describe, expect, it } from "vitest";
import { resourcesDocumentation } from "@/lib/resources/resources/documentation";
import { isRecord } from "@/lib/is-record";
import { x402ConfigDocumentation } from "@/lib/resources/x402-config/documentation";
import {
  asHeader,
  challengeOf,
  newAddress,
  newPayer,
  newPrefix,
  payFor,
  post,
  startInstance,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";

const get = (origin: string, path: string): Promise<Response> =>
  fetch(origin + path, { headers: { "x-forwarded-for": newAddress() } });

async function readList(origin: string) {
  const response = await get(origin, "/api/resources");
  expect(response.status).toBe(200);
  return resourcesDocumentation.output.parse(await response.json());
}
async function lastSuccessOf(origin: string, path: string): Promise<string | null | undefined> {
  const { resources } = await readList(origin);
  return resources.find(({ url }) => url === origin + path)?.lastSuccess;
}

describe("GET /api/resources", () => {
  it("offers for each route what the route's own 402 offers", async () => {
    const { resources } = await readList(sandbox.origin);
    expect(resources.length).toBeGreaterThan(10);
    for (const { url, offers, price } of resources) {
      const { accepts } = await challengeOf(sandbox.origin, new URL(url).pathname);
      const x402 = offers.filter(({ protocol }) => protocol === "x402");
      expect(x402.map(({ network, asset, payTo, amount }) => [network, asset, payTo, amount])).toEqual(
        accepts.map(({ network, asset, payTo, amount }) => [network, asset, payTo, amount]),
      );
      expect(price.baseUnits).toBe(accepts[0]?.amount);
    }
  });

  it("tells of one route alone, by label or path, what the list tells of it", async () => {
    const { resources } = await readList(sandbox.origin);
    const [first] = resources.filter(({ label }) => label === "intel-tvl");
    for (const route of ["intel-tvl", TVL]) {
      const response = await get(sandbox.origin, `/api/resources?route=${encodeURIComponent(route)}`);
      const reported = resourcesDocumentation.output.parse(await response.json()).resources;
      expect(reported).toHaveLength(1);
      const lasting = ({ lastSuccess: _sold, offers: _offers, ...rest }: object & Record<string, unknown>) =>
        rest;
      expect(lasting(reported[0] ?? {})).toEqual(lasting(first ?? {}));
    }
  });

  it.each(["intel-nothing", "market", "receipt"])(
    "is 404 for `%s`, which is not for sale, and names what is",
    async (route) => {
      const response = await get(sandbox.origin, `/api/resources?route=${route}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        ...{ code: "not_found", field: "route" },
        wouldMatch: expect.stringContaining("intel-tvl") as string,
      });
    },
  );

  it("is all that is for sale where the route asked for is empty", async () => {
    const [asked, all] = await Promise.all(
      ["?route=", ""].map((query) => get(sandbox.origin, `/api/resources${query}`)),
    );
    expect([asked?.status, all?.status]).toEqual([200, 200]);
    const labels = async (response?: Response) =>
      resourcesDocumentation.output.parse(await response?.json()).resources.map(({ label }) => label);
    expect(await labels(asked)).toEqual(await labels(all));
  });

  it("points each route to its own contract, where the schema of its answer stands", async () => {
    const { resources } = await readList(sandbox.origin);
    for (const { schema } of resources) {
      const [document = "", pointer = ""] = schema.output.split("#");
      const contract: unknown = await (await fetch(document)).json();
      const keys = pointer
        .split("/")
        .slice(1)
        .map((key) => key.replaceAll("~1", "/"));
      const found = keys.reduce<unknown>(
        (value, key) => (isRecord(value) ? value[key] : undefined),
        contract,
      );
      expect(found).toMatchObject({ type: "object" });
    }
  });

  describe("on a store of its own", () => {
    let service: Awaited<ReturnType<typeof startInstance>>;
    beforeAll(async () => {
      service = await startInstance(sandbox, "resources", { STORE_PREFIX: newPrefix("resources") });
      return () => service.stop();
    });

    it("has the time of the last sale of a route: null, then the time of the paid answer", async () => {
      const { origin } = service;
      expect(await lastSuccessOf(origin, TVL)).toBeNull();
      const payer = await newPayer(sandbox, "base");
      const unpaid = await post({ origin, path: TVL });
      expect(unpaid.status).toBe(402);
      expect(await lastSuccessOf(origin, TVL)).toBeNull();

      const before = Date.now();
      const payment = asHeader(await payFor(origin, TVL, payer));
      expect((await post({ origin, path: TVL, payment })).status).toBe(200);
      const sold = Date.parse((await lastSuccessOf(origin, TVL)) ?? "");
      expect(sold).toBeGreaterThanOrEqual(before);
      expect(sold).toBeLessThanOrEqual(Date.now());

      const replay = await post({ origin, path: TVL, payment });
      expect(replay.headers.get("idempotent-replayed")).toBe("true");
      expect(Date.parse((await lastSuccessOf(origin, TVL)) ?? "")).toBe(sold);
      expect(await lastSuccessOf(origin, "/api/svc-intel-macro")).toBeNull();
    });
  });

  it("serves the list without the ledger, and says what it does not know", async () => {
    const service = await startInstance(sandbox, "resources-no-ledger", {
      ...{ LEDGER_REDIS_REST_URL: "http://127.0.0.1:9", LEDGER_REDIS_REST_TOKEN: "nobody" },
    });
    try {
      const { resources, notes } = await readList(service.origin);
      expect(resources.length).toBeGreaterThan(0);
      expect(resources.filter(({ lastSuccess }) => lastSuccess !== null)).toEqual([]);
      expect(notes.join()).toContain("ledger can't be reached");
    } finally {
      await service.stop();
    }
  });
});

describe("GET /api/x402-config", () => {
  it("agrees with a live 402 on networks, assets, wallets and times", async () => {
    const response = await get(sandbox.origin, "/api/x402-config");
    expect(response.status).toBe(200);
    const { networks, mpp, facilitators } = x402ConfigDocumentation.output.parse(await response.json());
    const { accepts } = await challengeOf(sandbox.origin, TVL);
    expect(
      networks
        .filter(({ offered }) => offered)
        .map(({ network, payTo, maxTimeoutSeconds, assets }) => [
          ...[network, payTo, maxTimeoutSeconds, assets[0]?.address],
        ]),
    ).toEqual(accepts.map((offer) => [offer.network, offer.payTo, offer.maxTimeoutSeconds, offer.asset]));
    expect(mpp.offered).toBe(
      (await post({ origin: sandbox.origin, path: TVL })).headers.has("www-authenticate"),
    );
    expect(facilitators.map(({ host }) => host)).toEqual(
      sandbox.facilitators.map(({ url }) => new URL(url).host),
    );
  });

  it("names keys and a receipt desk that answer", async () => {
    const { receipts } = x402ConfigDocumentation.output.parse(
      await (await get(sandbox.origin, "/api/x402-config")).json(),
    );
    const keys = await get(sandbox.origin, new URL(receipts.keysUrl).pathname);
    expect(keys.status).toBe(200);
    const desk = await get(sandbox.origin, new URL(receipts.lookupUrl).pathname);
    expect(desk.status).not.toBe(404);
  });
});
