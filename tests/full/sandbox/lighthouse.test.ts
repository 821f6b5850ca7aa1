import { appendFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { STATE_DIR } from "@/sandbox/service";
import { startGrader, type Grader } from "../../support/lighthouse";
import { world } from "../../support/world";

const { origin } = world();

/** Of an odd number of runs the median: one slow moment of the machine says nothing of the page. */
const RUNS = 5;
const LEAST = 95;
const PAGES = ["/", "/desks/intel-macro", "/docs", "/lounge", "/security"];

/** What came of each page, a line of JSON. */
const TABLE = path.join(STATE_DIR, "lighthouse.jsonl");

let grader: Grader;
beforeAll(async () => {
  rmSync(TABLE, { force: true });
  grader = await startGrader();
});
afterAll(() => grader.quit());

it.each(PAGES)(`%s has at least ${LEAST} of 100 in each of Lighthouse's categories`, async (page) => {
  const { scores, figures, failed } = await grader.grade(origin + page, RUNS);
  appendFileSync(TABLE, `${JSON.stringify({ page, scores, figures, failed })}\n`);
  expect(Object.keys(scores).sort()).toEqual(
    expect.arrayContaining(["accessibility", "best-practices", "performance", "seo"]),
  );
  for (const [category, score] of Object.entries(scores))
    expect(score, `${category}; lost by ${failed.join(", ")}`).toBeGreaterThanOrEqual(LEAST);
});
