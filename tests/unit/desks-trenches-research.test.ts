import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskWith } from "@/lib/desks/desk";
import { trenchesResearchDocumentation } from "@/lib/desks/trenches-research/documentation";
import { FREE_SHARE, trenchesResearchWith } from "@/lib/desks/trenches-research/handler";
import { trenchesDesk } from "@/lib/desks/trenches/handler";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken, TRAITS } from "@/sandbox/upstream/market/tokens";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { noStore, reader } from "../fixtures/test-source";

const NOW = new Date("2026-10-07T18:30:00Z");
const SEED = 7;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: SEED, now: () => NOW.getTime() });
});
afterAll(() => upstream.close());

const context = { now: NOW, signal: new AbortController().signal, headers: new Headers() };
const fresh = (): ReadSources => reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000 });
const mints = TRAITS.map((trait) => establishedToken(randomness(SEED), "solana", trait).address);
const rugchecked = (from: number): number =>
  upstream
    .requests()
    .slice(from)
    .filter(({ host }) => host === "api.rugcheck.xyz").length;

describe("the free route", () => {
  it("answers with a token's lite verdict, or with the lite screen", async () => {
    const ask = trenchesResearchWith(fresh());
    const [mint = ""] = mints;
    const one = await ask({ address: mint }, context);
    trenchesResearchDocumentation.output.parse(one.answer);
    expect(one.answer.token).toMatchObject({ address: mint, name: "Harbour Cat", verdict: "clear" });
    const list = await ask({}, context);
    trenchesResearchDocumentation.output.parse(list.answer);
    expect(list.answer.candidates).toHaveLength(10);
  });

  it("says of its list that no report was read, and calls none of it clear", async () => {
    const before = upstream.requests().length;
    const { answer } = await trenchesResearchWith(fresh())({}, context);
    expect(rugchecked(before)).toBe(0);
    expect(answer.candidates?.map(({ verdict }) => verdict)).not.toContain("clear");
    expect(answer.notes.join(" ")).toContain("are read of none of these");
    expect(answer.notes.join(" ")).not.toContain("are read of the first");
  });

  it("uses a fifth of each bucket at most, answers from the cache beyond, and leaves the rest to paying callers", async () => {
    const read = fresh();
    const free = trenchesResearchWith(read);
    const before = upstream.requests().length;
    const outcomes = [];
    for (const address of mints)
      outcomes.push(
        await free({ address }, context).then(
          () => "answered",
          (error: { code: string }) => error.code,
        ),
      );
    // RugCheck allows 60 a minute; a bucket holds half of that, and a fifth of it is 6.
    expect(rugchecked(before)).toBe((60 * FREE_SHARE) / 2);
    expect(new Set(outcomes)).toEqual(new Set(["answered", "data_unavailable"]));

    const [first = "", last = ""] = [mints[0], mints.at(-1)];
    expect((await free({ address: first }, context)).answer.token?.address).toBe(first);
    const paid = await deskWith(trenchesDesk)(read)({ address: last }, context);
    expect(paid.answer.token?.address).toBe(last);
    expect(paid.answer.provenance.filter(({ status }) => status !== "ok")).toEqual([]);
  });
});
