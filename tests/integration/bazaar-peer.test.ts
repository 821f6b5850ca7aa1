import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/catalog";
import type { Component } from "@/sandbox/process";
import { installPeer, type Received, readListings } from "../support/peers";
import { CHAINS, challengeOf, newPayer, post, asHeader, startInstance } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TVL = "/api/svc-intel-tvl";
const MINUTES = 60_000;

beforeAll(() => installPeer("receipts"), 5 * MINUTES);

/** The primary facilitator, behind a line that notes what it is asked to verify and to settle. */
async function startRecorder(
  target: string,
): Promise<{ server: Server; url: string; received: Map<string, Received[]> }> {
  const received = new Map<string, Received[]>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const path = request.url ?? "/";
      if (body !== "") received.set(path, [...(received.get(path) ?? []), JSON.parse(body) as Received]); // x402's own format
      const forwarded = { method: request.method ?? "GET", headers: { "content-type": "application/json" } };
      const answer = await fetch(target + path, body === "" ? forwarded : { ...forwarded, body });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })().catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { server, url: `http://127.0.0.1:${port}`, received };
}

describe("what a facilitator's catalog lists of a sale, by x402's official reader", () => {
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  let service: Component & { origin: string };
  beforeAll(async () => {
    recorder = await startRecorder(sandbox.facilitators[0]?.url ?? "");
    service = await startInstance(sandbox, "bazaar-peer", { FACILITATOR_PRIMARY_URL: recorder.url });
  });
  afterAll(async () => {
    await service.stop();
    recorder.server.close();
  });

  it.each(CHAINS)("is the route that was bought on %s, whatever the client echoes", async (chain) => {
    recorder.received.clear();
    const payer = await newPayer(sandbox, chain);
    const unpaid = await post({ origin: service.origin, path: TVL });
    const required = decodePaymentRequiredHeader(unpaid.headers.get("payment-required") ?? "");
    const signed = await payer.client.createPaymentPayload(required);
    expect(signed.extensions ?? {}).not.toHaveProperty("bazaar"); // the header leaves it out
    const answer = await post({ origin: service.origin, path: TVL, payment: asHeader(signed) });
    expect(answer.status).toBe(200);
    const received = ["/verify", "/settle"].flatMap((path) => recorder.received.get(path) ?? []);
    expect(received).toHaveLength(2);
    for (const { objections, listed } of await readListings(received)) {
      expect(objections).toEqual([]);
      expect(listed).toMatchObject({ resourceUrl: service.origin + TVL, method: "POST", x402Version: 2 });
    }
  });
});

it("every paid route's listing is one that x402's official reader takes", async () => {
  const paid = catalog.filter(({ tier, audience }) => tier !== "free" && audience === "public");
  const received: Received[] = [];
  for (const { path } of paid) {
    const { resource, accepts, extensions } = await challengeOf(origin, path);
    const [accepted] = accepts;
    received.push({
      paymentPayload: { x402Version: 2, resource, accepted, payload: {}, extensions },
      paymentRequirements: accepted,
    });
  }
  const read = await readListings(received);
  expect(read.map(({ objections }, index) => [paid[index]?.path, objections])).toEqual(
    paid.map(({ path }) => [path, []]),
  );
  expect(read.map(({ listed }) => listed?.resourceUrl)).toEqual(paid.map(({ path }) => origin + path));
});
