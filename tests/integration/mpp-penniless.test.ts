import { afterAll, beforeAll, expect, it } from "vitest";
import type { Component } from "@/sandbox/process";
import { mppChallengeOf, newMppPayer, pull } from "../support/mpp-payer";
import { asHeader, newPayer, newPrefix, payFor, post, refusal, startInstance } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const PATH = "/api/svc-intel-tvl";
/** As many as locked first-time buyers out, and used up two facilitators' quotas. */
const [WALLETS, NETWORKS, WAVE] = [132, 12, 11];
const PATIENCE_MS = 300_000;
const addressOf = (at: number): string => `198.18.${at % NETWORKS}.${1 + (at % 250)}`;

let service: Component & { origin: string };
beforeAll(async () => {
  service = await startInstance(sandbox, "mpp-penniless", { STORE_PREFIX: newPrefix("mpp-penniless") });
});
afterAll(() => service.stop());

async function pullFrom(address: string, usdc?: bigint): Promise<Response> {
  const { origin } = service;
  const payer = await newMppPayer(sandbox, usdc === undefined ? {} : { usdc });
  const challenge = await mppChallengeOf(origin, PATH);
  const { transaction } = await payer.sign(challenge);
  return post({ origin, path: PATH, address, ...pull(challenge, transaction) });
}

it(
  "signed MPP transactions of empty wallets from twelve networks keep no first-time buyer out",
  async () => {
    const refused: (string | undefined)[] = [];
    for (let at = 0; at < WALLETS; at += WAVE) {
      const wave = Array.from({ length: WAVE }, (_, index) => pullFrom(addressOf(at + index), 0n));
      for (const response of await Promise.all(wave)) {
        expect(response.status).toBe(402);
        refused.push((await refusal(response)).reason);
      }
    }
    expect(new Set(refused)).toEqual(new Set(["insufficient_funds"]));
    for (const address of ["203.0.113.7", addressOf(0), addressOf(5)])
      expect((await pullFrom(address)).status).toBe(200);
    const { origin } = service;
    const payment = asHeader(await payFor(origin, PATH, await newPayer(sandbox, "base")));
    expect((await post({ origin, path: PATH, address: addressOf(1), payment })).status).toBe(200);
  },
  PATIENCE_MS,
);
