import { describe, expect, it } from "vitest";
import * as z from "zod";
import { AIRDROP_METHOD, composeAirdrop } from "@/lib/desks/airdrop/compose";
import { airdropDocumentation } from "@/lib/desks/airdrop/documentation";
import { airdropEntry } from "@/lib/desks/airdrop/entry";
import { noInsider } from "@/lib/desks/candidate";
import { NARRATIVE_FEEDS } from "@/lib/desks/narrative";
import { llamaProtocols, reduceProtocols } from "@/lib/sources/llama";
import { llamaAirdrops, reduceAirdrops } from "@/lib/sources/llama-airdrops";
import { tokenlessOf } from "@/lib/sources/llama-tokenless";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes } from "../support/method-page";

describe("docs/method/airdrop.md", () => {
  itDescribes(
    {
      version: AIRDROP_METHOD,
      coverage: airdropEntry.coverage,
      sources: [llamaProtocols, llamaAirdrops, ...Object.values(NARRATIVE_FEEDS)],
    },
    new Date("2026-10-07"),
  );

  it("computes its example as the desk does", async () => {
    const given = z
      .object({ protocols: z.array(z.unknown()), claims: z.unknown() })
      .parse(block("airdrop-given"));
    const now = new Date("2026-10-07T14:00:00Z");
    async function* text(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(JSON.stringify(given.protocols));
    }
    const { answer } = composeAirdrop(
      {
        protocols: tokenlessOf(readingOf(llamaProtocols, (await reduceProtocols(text())).value, now, now)),
        claims: readingOf(llamaAirdrops, reduceAirdrops(given.claims).value, now, now),
        feeds: [],
        positioning: {},
      },
      { limit: 10, includeInsider: true },
      noInsider,
      now,
    );
    expect(answer).toMatchObject(block("airdrop-answer") as object);
    expect(airdropDocumentation.output.safeParse(answer).error).toBeUndefined();
  });
});
