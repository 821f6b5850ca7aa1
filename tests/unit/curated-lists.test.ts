import { describe, expect, it } from "vitest";
import { curatedLists, reviewOf } from "@/scripts/curated-reviews";

const lists = await curatedLists();

describe("lists that people keep", () => {
  it("are where they are looked for", () => {
    expect(lists.map(([name]) => name).sort()).toEqual([
      "airdrop-categories",
      "dollar-issuers",
      "edge-platforms",
      "headline-words",
      "l2-memes",
      "largest-coins",
      "launch-curves",
      "listed-tokens",
      "macro-releases",
      "narrative-words",
      "nyse-sessions",
      "plausibility",
      "token-chains",
    ]);
  });

  it.each(lists)("%s has an owner, a source, and a review within a year of the last", (_, list) => {
    const days = (Date.parse(list.nextReview) - Date.parse(list.reviewed)) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThanOrEqual(366);
    expect(list.source.length).toBeGreaterThan(10);
    expect(list.items).toBeDefined();
  });

  it.each([
    ["2027-02-07", "kept", 15],
    ["2027-02-08", "due", 14],
    ["2027-02-22", "due", 0],
    ["2027-02-23", "overdue", -1],
  ])("on %s a review of 2027-02-22 is %s", (today, state, daysLeft) => {
    for (const hour of ["00:00:00", "23:59:59"])
      expect(reviewOf({ nextReview: "2027-02-22" }, new Date(`${today}T${hour}Z`))).toEqual({
        state,
        daysLeft,
      });
  });
});
