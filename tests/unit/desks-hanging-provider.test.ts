import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "@/lib/http/api-error";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Source } from "@/lib/sources/source";
import type { Upstream } from "@/sandbox/upstream/server";
import { failed } from "../fixtures/readings";
import { noStore, reader } from "../fixtures/test-source";
import { DESKS } from "../support/desk-cases";
import { NOW, openMarket } from "../support/desk-matrix";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openMarket();
});
afterAll(() => upstream.close());

/** A reader for which a host lets its time run out, and how often each call that asked that host would wait for it. */
function readerWithout(host: string): { read: ReadSources; waits: number[] } {
  const waits: number[] = [];
  const real = reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
  const read: ReadSources = async (wanted, context) => {
    const hangs = (one: unknown): one is Source<unknown> =>
      !Array.isArray(one) && (one as Source<unknown>).address(NOW).host === host;
    const hanging = Object.entries(wanted).filter(([, one]) => hangs(one));
    if (hanging.length > 0) waits.push(context.soleProvider === true || context.retrySlow === false ? 1 : 2);
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
    const desk = DESKS.find((one) => one.name === name);
    if (desk === undefined) throw new Error(`no case ${name}`);
    const { read, waits } = readerWithout(host);
    await desk.ask(read, NOW).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== "data_unavailable") throw error;
    });
    expect(waits).toEqual([1]);
  });
});
