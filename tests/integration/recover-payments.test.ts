import { describe, expect, it } from "vitest";
import { freePort } from "@/sandbox/ports";
import { startFaultyWorld } from "../support/faulty-world";
import {
  asHeader,
  CHAINS,
  newAddress,
  newPayer,
  payFor,
  post,
  refusal,
  startInstance,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;

const visit = (origin: string, secret?: string): Promise<Response> =>
  fetch(`${origin}/api/cron/recover-payments`, {
    headers: {
      "x-forwarded-for": newAddress(),
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
  });

describe("abandoned payments with an unknown outcome", () => {
  it("are recovered by the scheduled route from the chain alone, and their answers stay stored for their payers", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const blind = await startFaultyWorld(sandbox, "books", {
      env: { EVM_RPC_URL: nowhere, SOLANA_RPC_URL: nowhere },
    });
    try {
      const payers = await Promise.all(CHAINS.map((chain) => newPayer(sandbox, chain)));
      const before = await Promise.all(payers.map((payer) => payer.balance()));
      const payments = await Promise.all(
        payers.map(async (payer) => asHeader(await payFor(blind.origin, TVL, payer))),
      );
      blind.primary.setFault({ kind: "silent-after-settle", cutAfterMs: 10 });
      const lost = await Promise.all(
        payments.map((payment) => post({ origin: blind.origin, path: TVL, payment })),
      );
      for (const response of lost) {
        expect(response.status).toBe(409);
        expect((await refusal(response)).x402).toBeUndefined();
      }

      const { EVM_RPC_URL: _, SOLANA_RPC_URL: __, ...env } = blind.env;
      const seeing = await startInstance(sandbox, "books-seeing", { ...env, LEDGER_ABANDONED_AFTER_MS: "0" });
      try {
        const secret = sandbox.serviceEnv.CRON_SECRET ?? "";
        const answer = await visit(seeing.origin, secret);
        expect(answer.status).toBe(200);
        expect(await answer.json()).toEqual({
          ...{ ok: true, looked: 2, settled: 2, released: 0, owed: 0, open: 0 },
          checked: expect.any(Number),
        });
        expect(await (await visit(seeing.origin, secret)).json()).toMatchObject({ looked: 0 });
        for (const [index, payment] of payments.entries()) {
          const response = await post({ origin: seeing.origin, path: TVL, payment });
          expect(response.status).toBe(200);
          expect(response.headers.get("idempotent-replayed")).toBe("true");
          expect((before[index] ?? 0n) - ((await payers[index]?.balance()) ?? 0n)).toBe(PRICE);
        }
      } finally {
        await seeing.stop();
      }
    } finally {
      await blind.stop();
    }
  });
});

describe("the scheduled route", () => {
  it("answers 404 without the operator's secret", async () => {
    for (const secret of [undefined, "", "guess"]) {
      const response = await visit(sandbox.origin, secret);
      expect(response.status).toBe(404);
      expect((await refusal(response)).code).toBe("not_found");
    }
    for (const method of ["POST", "OPTIONS"]) {
      const headers = { "x-forwarded-for": newAddress() };
      const response = await fetch(`${sandbox.origin}/api/cron/recover-payments`, { method, headers });
      expect([response.status, response.headers.get("allow")]).toEqual([404, null]);
    }
  });
});
