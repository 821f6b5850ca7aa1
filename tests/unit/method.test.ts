import { describe, expect, it } from "vitest";
import { SOURCE_STATUSES } from "@/lib/catalog/intel/answers/envelope";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import { MIN_KNOWN_WEIGHT } from "@/lib/desks/score";
import { page } from "../support/method-page";

describe("docs/method.md", () => {
  it("names every status, the least coverage and the least of a score's weights", () => {
    for (const status of SOURCE_STATUSES) expect(page).toContain(`\`${status}\``);
    expect(page).toContain(`Below a coverage of ${MIN_COVERAGE} `);
    expect(page).toContain(`less than ${MIN_KNOWN_WEIGHT} of the weights`);
  });
});
