import { describe, expect, it } from "vitest";
import { DESKS } from "../support/desk-cases";
import { askWhile } from "../support/desk-matrix";

/** Desks that rest on one provider, that provider, and whether they are sold without it. */
const HANGING: readonly (readonly [desk: string, host: string, sold: boolean])[] = [
  ["tvl", "api.llama.fi", false],
  ["meteora", "dlmm.datapi.meteora.ag", false],
  ["yields", "yields.llama.fi", false],
  ["airdrop", "api.llama.fi", false],
  ["trenches", "api.rugcheck.xyz", false],
  ["trenches-research of a token", "api.rugcheck.xyz", false],
  ["trenches-screen on Base", "api.dexscreener.com", true],
  ["wallet with a key", "mainnet.helius-rpc.com", false],
  ["wallet without a key, on Base", "mainnet.base.org", false],
  ["wallets on both chains", "mainnet.base.org", false],
];

/** One provider's time; a second attempt would take it twice. */
const LIMIT_MS = 2_500;

describe("a desk that rests on one provider answers or refuses within that one's time", () => {
  it.concurrent.each(HANGING)("%s, while %s keeps it waiting", async (name, host, isSold) => {
    const desk = DESKS.find((one) => one.name === name);
    if (desk === undefined) throw new Error(`no case ${name}`);
    const began = performance.now();
    const { sold } = await askWhile(
      { ...desk, patienceMs: LIMIT_MS },
      { [`${host}/*`]: { kind: "slow", ms: 60_000 } },
    );
    expect(sold).toBe(isSold);
    expect(performance.now() - began).toBeLessThan(1.8 * LIMIT_MS);
  });
});
