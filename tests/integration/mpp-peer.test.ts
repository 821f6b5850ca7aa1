import { decodePaymentResponseHeader } from "@x402/core/http";
import { beforeAll, describe, expect, it } from "vitest";
import { tvlDocumentation } from "@/lib/desks/tvl/documentation";
import { solanaBalance } from "@/sandbox/balances";
import { newMppPayer } from "../support/mpp-payer";
import { buyWithMpp, installPeer } from "../support/peers";
import { newAddress, post } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;
const MINUTES = 60_000;

beforeAll(() => installPeer("mpp"), 5 * MINUTES);

// The client loads slowly on a busy machine.
describe.each(["pull", "push"] as const)(
  "the official MPP client for Solana, in %s mode",
  { timeout: 2 * MINUTES },
  (mode) => {
    it("buys an answer for exactly its price with one credential, reads its receipt, and may ask again", async () => {
      const payer = await newMppPayer(sandbox);
      const before = await payer.balance();
      const earned = await solanaBalance(sandbox, sandbox.solana.payTo);
      const purchase = await buyWithMpp({
        url: origin + TVL,
        rpcUrl: sandbox.solana.rpcUrl,
        secretKey: payer.secretKey,
        mode,
        headers: { "x-forwarded-for": newAddress() },
      });
      expect(purchase.exchanges.map(({ status }) => status)).toEqual([402, 200]);
      expect(purchase).toMatchObject({
        status: 200,
        kind: "intel-tvl",
        receipt: { method: "solana", status: "success", reference: purchase.transaction },
      });
      expect(tvlDocumentation.output.safeParse(JSON.parse(purchase.text))).toMatchObject({ success: true });
      expect(before - (await payer.balance())).toBe(PRICE);
      expect((await solanaBalance(sandbox, sandbox.solana.payTo)) - earned).toBeGreaterThanOrEqual(PRICE);

      const authorization = purchase.exchanges[1]?.authorization ?? "";
      const again = await post({ origin, path: TVL, headers: { authorization } });
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(await again.text()).toBe(purchase.text);
      expect(again.headers.get("payment-receipt")).toBe(purchase.receiptHeader);
      expect(decodePaymentResponseHeader(again.headers.get("payment-response") ?? "").transaction).toBe(
        purchase.transaction,
      );
      expect(before - (await payer.balance())).toBe(PRICE);
    });
  },
);
