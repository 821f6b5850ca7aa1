import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { askWithoutPaying } from "@/components/pay/ask-without-paying";
import { textToBase64 } from "@/lib/http/base64";
import { NETWORKS } from "@/lib/chains/networks";

const TIME_LIMIT_MS = 2_000;

const HEADER = textToBase64(
  JSON.stringify({
    x402Version: 2,
    resource: { url: "https://example.test/api/x" },
    accepts: [
      {
        scheme: "exact",
        network: NETWORKS.testnet.evm.id,
        asset: NETWORKS.testnet.evm.usdc,
        amount: "20000",
        payTo: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
        maxTimeoutSeconds: 120,
        extra: {},
      },
    ],
  }),
);

let close: () => Promise<void> = async () => {};
afterEach(() => close());

/** A service on a real socket; its address. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a listening TCP server has an AddressInfo
}

describe("asking without paying", () => {
  it("posts JSON without any payment and reads the offers of the 402", async () => {
    const seen: (string | undefined)[] = [];
    const address = await serving((request, response) => {
      const { "payment-signature": payment, authorization, "content-type": type } = request.headers;
      seen.push(request.method, type, payment?.toString(), authorization);
      response.writeHead(402, { "payment-required": HEADER }).end("{}");
    });
    const asked = await askWithoutPaying(address, TIME_LIMIT_MS);
    expect(asked).toMatchObject({ outcome: "challenged", offers: [{ amount: "0.02 USDC" }] });
    expect(seen).toEqual(["POST", "application/json", undefined, undefined]);
  });

  it("passes on what the service said and when to come back", async () => {
    const address = await serving((_request, response) => {
      response
        .writeHead(429, { "retry-after": "7", "payment-required": HEADER })
        .end(JSON.stringify({ error: "Too many requests from this address.", code: "rate_limited" }));
    });
    expect(await askWithoutPaying(address, TIME_LIMIT_MS)).toEqual({
      outcome: "unexpected",
      status: 429,
      message: "Too many requests from this address.",
      retryAfterSec: 7,
    });
  });

  it.each<[string, number, Record<string, string>, string]>([
    ["a proxy's error page", 502, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }, "<h1>Bad gateway</h1>"],
    ["a 402 without its header", 402, {}, "{}"],
    ["a 402 whose header is something else", 402, { "payment-required": "e30=" }, "{}"],
    ["an answer that was not paid for", 200, { "payment-required": HEADER }, "{}"],
  ])("says that %s is no readable 402", async (_what, status, headers, body) => {
    const address = await serving((_request, response) => void response.writeHead(status, headers).end(body));
    const asked = await askWithoutPaying(address, TIME_LIMIT_MS);
    expect(asked).toMatchObject({ outcome: "unexpected", status, retryAfterSec: null });
    expect(asked).toHaveProperty("message", expect.stringMatching(/^The .+\.$/));
  });

  it("never shows a foreign page's text as the service's message", async () => {
    const address = await serving((_request, response) => void response.writeHead(502).end("<b>stack</b>"));
    expect(JSON.stringify(await askWithoutPaying(address, TIME_LIMIT_MS))).not.toContain("stack");
  });

  it("gives up on a service that is silent", async () => {
    const address = await serving(() => {});
    expect(await askWithoutPaying(address, 100)).toEqual({ outcome: "unreachable" });
  });

  it("gives up on an answer that begins and never ends", async () => {
    const address = await serving((_request, response) => {
      response.writeHead(402, { "payment-required": HEADER });
      response.write("{");
    });
    expect(await askWithoutPaying(address, 300)).toEqual({ outcome: "unreachable" });
  });

  it("reports a service that does not answer", async () => {
    const address = await serving(() => {});
    await close();
    expect(await askWithoutPaying(address, TIME_LIMIT_MS)).toEqual({ outcome: "unreachable" });
  });
});
