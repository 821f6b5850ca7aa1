import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import { SAMPLE_SETS, SAMPLES_MANIFEST } from "../support/samples";
import { asHeader, newPayer, payFor, post, refusal, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const MACRO = "/api/svc-intel-macro";
const PRICE = 20_000n;
/** No provider fails here, so a busy machine gets the time that it needs. */
const PATIENT = { UPSTREAM_TIMEOUT_MS: "8000" };

interface IntelAnswer {
  coverage: number;
  topProtocols?: { name: string }[];
  marks?: { symbol: string; price: number | null; reason?: string | null }[];
}

describe.each(SAMPLE_SETS)("replaying providers' answers that are $name", (set) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, "base");
  });

  async function buy(service: FaultyWorld, path: string) {
    const payment = asHeader(await payFor(service.origin, path, payer));
    const before = await payer.balance();
    const response = await post({ origin: service.origin, path, payment });
    return { response, cost: before - (await payer.balance()) };
  }

  describe.skipIf(!set.present)("alone", () => {
    let service: FaultyWorld;
    beforeAll(async () => {
      service = await startFaultyWorld(sandbox, "samples", {
        env: PATIENT,
        upstream: { replayDir: set.folder, manifestFile: SAMPLES_MANIFEST },
      });
    });
    afterAll(() => service.stop());

    it("TVL sells, with the exchange left out of the ranking", async () => {
      const { response, cost } = await buy(service, TVL);
      expect(response.status).toBe(200);
      const answer = (await response.json()) as IntelAnswer; // parsed by the route's own schema before it left
      expect(answer.coverage).toBe(1);
      expect(answer.topProtocols?.map(({ name }) => name)).toEqual(
        set.expected({ madeUp: ["Tide Stake", "Harbor Lend"], recorded: ["Lido", "Aave V3"] }),
      );
      expect(cost).toBe(PRICE);
    });

    it("macro refuses, free, and names what is missing: five marks of six, and a calendar of another week", async () => {
      const { response, cost } = await buy(service, MACRO);
      expect(response.status).toBe(503);
      const body = await refusal(response);
      expect(body.code).toBe("data_unavailable");
      for (const part of ["marks", "events"]) expect(body.missing?.join(" ")).toContain(part);
      expect(cost).toBe(0n);
    });
  });

  describe.skipIf(!set.present)("with their gaps filled by the simulator", () => {
    let service: FaultyWorld;
    beforeAll(async () => {
      service = await startFaultyWorld(sandbox, "samples-filled", {
        env: PATIENT,
        upstream: { replayDir: set.folder, manifestFile: SAMPLES_MANIFEST, fill: true },
      });
    });
    afterAll(() => service.stop());

    it.each([TVL, MACRO])("%s sells", async (path) => {
      const { response, cost } = await buy(service, path);
      expect(response.status).toBe(200);
      expect(((await response.json()) as IntelAnswer).coverage).toBeGreaterThanOrEqual(0.6);
      expect(cost).toBe(PRICE);
    });
  });
});
