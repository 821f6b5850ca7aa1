import { appendFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { STATE_DIR } from "@/sandbox/service";
import { startGrader, type Grader } from "../../support/lighthouse";
import { world } from "../../support/world";

const { origin } = world();

/** Of an odd number of runs the median: one slow moment of the machine says nothing of the page. */
const RUNS = 5;
/** Where the machine is busy, so that no processor's time is judged. */
const BUSY_RUNS = 3;
const LEAST = 95;
const PAGES = ["/", "/desks/macro", "/docs", "/lounge", "/security"];
/** No processor's time is in these. */
const TIMELESS = ["accessibility", "best-practices", "seo"];
/**
 * What holds on a busy machine, too: the measures that hang on what is sent most, "good" by web.dev's words (ms, shares),
 * and all that is sent until the page stands, in bytes.
 */
const GOOD = {
  "largest-contentful-paint": 2_500,
  "cumulative-layout-shift": 0.1,
  "total-byte-weight": 400_000,
};

/** What came of each page, a line of JSON. */
const TABLE = path.join(STATE_DIR, "lighthouse.jsonl");

let grader: Grader;
beforeAll(async () => {
  rmSync(TABLE, { force: true });
  grader = await startGrader();
});
afterAll(() => grader.quit());

/** How long a page blocks is the processor's time, which others take on a busy machine. */
const isQuiet = (): boolean => (loadavg()[0] ?? 0) <= availableParallelism();

it.each(PAGES)(`%s has at least ${LEAST} of 100 in each of Lighthouse's categories`, async (page) => {
  const wasQuiet = isQuiet();
  const graded = await grader.grade(origin + page, wasQuiet ? RUNS : BUSY_RUNS);
  const load = loadavg()[0];
  appendFileSync(TABLE, `${JSON.stringify({ page, load, ...graded })}\n`);
  for (const [measure, most] of Object.entries(GOOD))
    expect(graded.figures[measure], measure).toBeLessThanOrEqual(most);
  const judged = wasQuiet && isQuiet() ? [...TIMELESS, "performance"] : TIMELESS;
  for (const category of judged)
    expect(
      graded.scores[category],
      `${category} at a load of ${load}; lost by ${graded.failed.join(", ")}`,
    ).toBeGreaterThanOrEqual(LEAST);
});
