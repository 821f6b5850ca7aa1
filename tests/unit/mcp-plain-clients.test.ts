import type { PaymentRequired } from "@x402/core/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openShop, type Shop } from "../support/buy-in-process";

const reply = z.object({
  result: z.object({
    tools: z.array(z.unknown()).optional(),
    isError: z.boolean().optional(),
    structuredContent: z.looseObject({ ok: z.boolean().optional() }).optional(),
  }),
});

let shop: Shop;
beforeAll(async () => {
  shop = await openShop("/api/mcp", () => import("@/app/api/mcp/route"));
}, 60_000);
afterAll(() => shop.close());

/** What programs send that know JSON-RPC and no client of the protocol: nothing, fetch's and curl's, and what they read. */
describe.each([null, "*/*", "application/json", "text/event-stream"])(
  "a client that accepts %s",
  (accept) => {
    const send = async (method: string, params: object = {}) => {
      const headers = { host: "svc.example.com", ...(accept === null ? {} : { accept }) };
      const response = await shop.post(headers, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
      return reply.parse(await response.json()).result;
    };
    const call = (name: string, more: object = {}) => send("tools/call", { name, arguments: { ...more } });

    it("is told the tools, and what a free one answers", async () => {
      expect((await send("tools/list")).tools?.length).toBeGreaterThan(20);
      expect(await call("svc_catalog")).not.toHaveProperty("isError");
    });

    it("is told what a paid tool costs, and gets its answer for that", async () => {
      const { isError, structuredContent } = await call("intel_tvl");
      expect([isError, structuredContent]).toEqual([true, expect.objectContaining({ x402Version: 2 })]);
      const challenge = structuredContent as unknown as PaymentRequired; // x402's own form
      const { "payment-signature": paymentSignature } = await shop.sign(challenge);
      const bought = await call("intel_tvl", { paymentSignature });
      expect(bought.structuredContent).toMatchObject({ ok: true, kind: "intel-tvl" });
    });

    it("is served by the agent endpoint too", async () => {
      const { POST } = await import("@/app/api/a2a/route");
      const message = { messageId: "one", role: "ROLE_USER", parts: [{ data: { skill: "catalog" } }] };
      const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } };
      const headers = {
        ...{ "content-type": "application/json", "a2a-version": "1.0" },
        ...(accept === null ? {} : { accept }),
      };
      const request = new Request("https://svc.example.com/api/a2a", {
        ...{ method: "POST", headers, body: JSON.stringify(body) },
      });
      const response = await POST(request);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    });
  },
);
