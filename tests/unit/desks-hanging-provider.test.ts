import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingDocumentation } from "@/lib/desks/listing/documentation";
import { ApiError } from "@/lib/http/api-error";
import { ONE_PROVIDER } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Source } from "@/lib/sources/source";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import type { Upstream } from "@/sandbox/upstream/server";
import { failed } from "../fixtures/readings";
import { noStore, reader } from "../fixtures/test-source";
import { DESKS } from "../support/desk-cases";
import { type DeskCase, NOW, openMarket } from "../support/desk-matrix";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openMarket();
});
afterAll(() => upstream.close());

function deskNamed(name: string): DeskCase {
  const desk = DESKS.find((one) => one.name === name);
  if (desk === undefined) throw new Error(`no case ${name}`);
  return desk;
}

/** A reader for which a host lets its time run out, and how often each call that asked that host would wait for it. */
function readerWithout(host: string): { read: ReadSources; waits: number[] } {
  const waits: number[] = [];
  const real = reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
  const read: ReadSources = async (wanted, context) => {
    const hangs = (one: unknown): one is Source<unknown> =>
      !Array.isArray(one) && (one as Source<unknown>).address(NOW).host === host;
    const hanging = Object.entries(wanted).filter(([, one]) => hangs(one));
    if (hanging.length > 0) waits.push((context.patience ?? 2) <= ONE_PROVIDER ? 1 : 2);
    const answering = Object.fromEntries(Object.entries(wanted).filter(([, one]) => !hangs(one)));
    return {
      ...(await real(answering, context)),
      ...Object.fromEntries(
        hanging.map(([name, one]) => [name, { ...failed(one as Source<unknown>), status: "timeout" }]),
      ),
    } as never; // a reading of each, under its own name
  };
  return { read, waits };
}

describe("a desk whose lists come from several providers reads for no longer than one of them may take", () => {
  it.each(["listing", "momentum", "trenches-screen", "trenches-screen on Base", "trenches-research"])(
    "%s",
    async (name) => {
      const desk = deskNamed(name);
      const real = reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
      const patience: (number | undefined)[] = [];
      const read: ReadSources = (wanted, context) => {
        patience.push(context.patience);
        return real(wanted, context);
      };
      await desk.ask(read, NOW);
      expect(patience.length).toBeGreaterThan(1);
      // What is read first leaves time for what rests on it.
      expect(patience[0]).toBeLessThan(ONE_PROVIDER);
      for (const limit of patience) expect(limit).toBeLessThanOrEqual(ONE_PROVIDER);
    },
  );
});

describe("a desk that reads many providers asks one that hangs once", () => {
  it.each<[desk: string, host: string]>([
    ["wire", "www.coindesk.com"],
    ["macro", "www.coindesk.com"],
    ["macro", "nfs.faireconomy.media"],
    ["listing", "blog.kraken.com"],
    ["verdict", "nfs.faireconomy.media"],
    ["desk-brief", "dlmm.datapi.meteora.ag"],
  ])("%s, while %s keeps it waiting", async (name, host) => {
    const desk = deskNamed(name);
    const market = await openMarket({ [`${host}/*`]: { kind: "slow", ms: 60_000 } });
    try {
      // Whatever else is too slow at this limit is not looked at: a second request for the same place would be.
      const read = reader({ origin: market.url, store: noStore, timeoutMs: 1_500, breakerMs: 0 });
      await desk.ask(read, NOW).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== "data_unavailable") throw error;
      });
      const asked = market.requests().filter((one) => one.host === host);
      const places = asked.map(({ path, query }) => `${path}?${query}`);
      expect(places.length).toBeGreaterThan(0);
      expect(places).toEqual([...new Set(places)]);
    } finally {
      await market.close();
    }
  });
});

describe("a desk that rests on one provider waits for it once", () => {
  it.each<[desk: string, host: string]>([
    ["airdrop", "api.llama.fi"],
    ["trenches", "api.rugcheck.xyz"],
    ["trenches-research of a token", "api.rugcheck.xyz"],
    ["trenches-screen on Base", "api.dexscreener.com"],
    ["tvl", "api.llama.fi"],
    ["yields", "yields.llama.fi"],
    ["meteora", "dlmm.datapi.meteora.ag"],
    ["wallet with a key", "mainnet.helius-rpc.com"],
    ["wallet without a key, on Base", "mainnet.base.org"],
    ["wallets on both chains", "mainnet.base.org"],
  ])("%s, while %s keeps it waiting", async (name, host) => {
    const desk = deskNamed(name);
    const { read, waits } = readerWithout(host);
    await desk.ask(read, NOW).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== "data_unavailable") throw error;
    });
    expect(waits).toEqual([1]);
  });
});

describe("the listing desk over the simulated market", () => {
  it("names the contract of what is verified on Solana under the announced name, and of nothing else", async () => {
    const real = reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
    const answer = await deskNamed("listing").ask(real, NOW);
    const { candidates } = listingDocumentation.output.parse(answer);
    const { address } = establishedToken(randomness(7), "solana", "plain");
    const contracts = candidates.map(({ symbol, chain, onchain }) => [symbol, chain, onchain.contract]);
    expect(contracts).toContainEqual(["HCAT", "solana", { chain: "solana", address }]);
    for (const [symbol, chain, contract] of contracts)
      if (symbol !== "HCAT") expect([chain, contract]).toEqual([null, null]);
  });
});
