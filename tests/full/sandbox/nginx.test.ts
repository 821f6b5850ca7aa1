import { wrapFetchWithPayment } from "@x402/fetch";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPaid } from "@/lib/catalog/define";
import { published } from "@/lib/catalog/published";
import { MAX_NOTICE } from "@/lib/env";
import { freePort } from "@/sandbox/ports";
import type { Component } from "@/sandbox/process";
import { PUBLISH, submission } from "../../support/lounge-world";
import { challengeIn, connect, contentOf, ERAS } from "../../support/mcp";
import { sendRaw } from "../../support/raw-http";
import {
  isInstalled,
  NGINX,
  type RunningProxy,
  startProxy,
  unlessInstalled,
} from "../../support/reverse-proxy";
import { asHeader, CHAINS, newPayer, payFor, post, startInstance } from "../../support/service";
import { world } from "../../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const TOOL = "intel_tvl";
const PRICE = 20_000n;
const PAID = published.filter(isPaid).map(({ path }) => path);

/** The service asks under the proxy's address for as long a notice as it may have; all who come share one address. */
const SETTINGS = { SERVICE_NOTICE: "n".repeat(MAX_NOTICE), RATE_LIMIT_PER_MINUTE: "100000" };

describe.skipIf(!isInstalled(NGINX))(
  `behind nginx with the documented settings and its default buffers${unlessInstalled(NGINX)}`,
  () => {
    let service: Component & { origin: string };
    let proxy: RunningProxy;
    let origin = "";
    beforeAll(async () => {
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      service = await startInstance(sandbox, "behind-nginx", { ...SETTINGS, PUBLIC_ORIGIN: origin });
      proxy = await startProxy(NGINX, service.origin, port);
    });
    afterAll(async () => {
      await proxy.stop();
      await service.stop();
    });

    /** Bytes of the header block that the service itself sends for a POST. */
    async function blockOf(path: string, body: string): Promise<number> {
      const { host } = new URL(origin);
      const head = [
        ...[
          `POST ${path} HTTP/1.1`,
          `Host: ${host}`,
          "X-Forwarded-Proto: https",
          "X-Forwarded-For: 127.0.0.1",
        ],
        ...["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`],
      ];
      const { text } = await sendRaw(service.origin, [`${head.join("\r\n")}\r\n\r\n${body}`], 500);
      expect(text).toMatch(/^HTTP\/1\.1 402 /);
      return text.indexOf("\r\n\r\n") + 4;
    }

    it.each([
      ...PAID.map((path) => [path, {}] as const),
      [PUBLISH, submission(`0x${"1".repeat(40)}`)] as const,
    ])("%s asks to be paid, in 4,000 bytes of headers at most", async (path, body) => {
      const response = await post({ origin, path, body });
      expect(response.status, proxy.log()).toBe(402);
      const required = decodePaymentRequiredHeader(response.headers.get("payment-required") ?? "");
      expect(required.resource.url).toBe(origin + path);
      expect(await blockOf(path, JSON.stringify(body))).toBeLessThanOrEqual(4_000);
    });

    it.each(CHAINS)("the official client buys on %s, and its payment is replayed", async (chain) => {
      const payer = await newPayer(sandbox, chain);
      const before = await payer.balance();
      const bought = await wrapFetchWithPayment(fetch, payer.client)(origin + TVL, { method: "POST" });
      expect(bought.status, proxy.log()).toBe(200);
      const payment = asHeader(await payFor(origin, TVL, payer));
      const first = await post({ origin, path: TVL, payment });
      const again = await post({ origin, path: TVL, payment });
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(await again.text()).toBe(await first.text());
      expect(before - (await payer.balance())).toBe(2n * PRICE);
    });

    it.each(ERAS)("the tool endpoint sells a tool's answer, in revision %s", async (era) => {
      const client = await connect(origin, era);
      const payer = await newPayer(sandbox, "base");
      const call = { name: TOOL, arguments: {} };
      const unpaid = await client.callTool(call);
      const payment = await payer.client.createPaymentPayload(challengeIn(unpaid));
      const answer = await client.callTool({ ...call, _meta: { "x402/payment": payment } });
      expect(answer.isError, JSON.stringify(answer.structuredContent)).not.toBe(true);
      expect(contentOf(answer)).toMatchObject({ ok: true });
      await client.close();
    });
  },
);
