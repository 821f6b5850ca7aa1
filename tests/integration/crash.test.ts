import { describe, expect, it } from "vitest";
import { startFaultyWorld } from "../support/faulty-world";
import { asHeader, CHAINS, newPayer, payFor, post, startInstance, untilAnswered } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";

/** So long after the settlement began that the money has moved, and before the silent facilitator is given up on. */
const MID_SETTLE_MS = 900;

describe.each(CHAINS)("on %s", (chain) => {
  it("an instance killed while it settles leaves a payment that another one finishes: one transfer, the stored answer", async () => {
    const shared = { FACILITATOR_SETTLE_TIMEOUT_MS: "8000", LEDGER_CLAIM_GRACE_MS: "0" };
    const service = await startFaultyWorld(sandbox, `crash-${chain}`, { env: shared });
    const payer = await newPayer(sandbox, chain);
    try {
      const payment = asHeader(await payFor(service.origin, TVL, payer));
      service.primary.setFault({ kind: "silent-after-settle" });
      const before = await payer.balance();
      const lost = post({ origin: service.origin, path: TVL, payment }).then(
        () => "answered",
        () => "cut off",
      );
      await new Promise((resolve) => setTimeout(resolve, MID_SETTLE_MS));
      process.kill(service.pid, "SIGKILL");
      expect(await lost).toBe("cut off");
      expect(before - (await payer.balance())).toBe(20_000n);
      service.primary.setFault(null);

      const heir = await startInstance(sandbox, `heir-${chain}`, { ...service.env, ...shared });
      try {
        const response = await untilAnswered({ origin: heir.origin, path: TVL, payment }, 40_000);
        expect(response.status).toBe(200);
        expect(response.headers.get("idempotent-replayed")).toBe("true");
        expect(before - (await payer.balance())).toBe(20_000n);
      } finally {
        await heir.stop();
      }
    } finally {
      await service.stop();
    }
  });
});
