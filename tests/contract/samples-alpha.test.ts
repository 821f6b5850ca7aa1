import { describe, expect, it } from "vitest";
import { claimAirdrop } from "@/lib/desks/airdrop/found";
import { reduceAirdrops } from "@/lib/sources/llama-airdrops";
import { SAMPLE_SETS } from "../support/samples";

describe.each(SAMPLE_SETS)("airdrops as DefiLlama lists them, $name", (set) => {
  const read = async () => reduceAirdrops(await set.json("defillama/airdrops_config.json"));

  describe.skipIf(!set.present)("when they are read", () => {
    it("are those that are active and say when they end, by their end", async () => {
      const { value } = await read();
      expect(value.map(({ symbol, endsAt }) => [symbol, new Date(endsAt).toISOString()])).toEqual(
        set.expected({
          madeUp: [
            ["TDE", "2024-05-01T00:00:00.000Z"],
            ["HRB", "2024-08-01T00:00:00.000Z"],
            ["QTZ", "2025-01-01T00:00:00.000Z"],
          ],
          recorded: [
            ["OMNI", "2024-04-17T01:00:00.000Z"],
            ["STARK", "2024-06-20T12:00:00.000Z"],
            ["JUP", "2024-07-31T15:00:00.000Z"],
            ["ZK", "2025-01-03T00:00:00.000Z"],
          ],
        }),
      );
    });

    it("so that none is a candidate now, and two were in July of 2024", async () => {
      const open = (now: string, claims: Awaited<ReturnType<typeof read>>["value"]) =>
        claims.map((claim) => claimAirdrop(claim, new Date(now))).filter((one) => one !== null);
      const { value } = await read();
      expect(open("2026-10-07T14:00:00Z", value)).toEqual([]);
      const july = "2024-07-01T00:00:00Z";
      const found = open(july, value).map((one) => one.found(new Date(july)));
      expect(found.map(({ symbol, chain }) => [symbol, chain])).toEqual(
        set.expected({
          madeUp: [
            ["HRB", null],
            ["QTZ", null],
          ],
          recorded: [
            ["JUP", "solana"],
            ["ZK", null],
          ],
        }),
      );
    });
  });
});
