import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { newAddress } from "../support/service";
import { origin } from "../support/site-pages";

/** "Good" by web.dev's words, as a sum of all shifts: a page's own score is the worst five seconds of them at most. */
const MOST = 0.1;
/** So that a page stands for a moment before what it reads, and its letters, are there, as over a phone's network. */
const READING_MS = 400;
const LETTERS_MS = 700;

/** Pages that the browser completes: from what the service says, or from their own address. */
const COMPLETED = [
  ...["/", "/accuracy", "/status", "/pay", "/pay?route=/api/svc-intel-tvl", "/token", "/lounge"],
  ...["/lounge/verify", "/agents", "/agents/feedback", "/security"],
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** How much of the page moved by itself, and what did. */
async function shiftsOf(path: string, width: number, height: number) {
  const context = await browser.newContext({
    viewport: { width, height },
    extraHTTPHeaders: { "x-forwarded-for": newAddress() },
  });
  const page = await context.newPage();
  for (const [late, ms] of [
    ["**/api/**", READING_MS],
    ["**/*.woff2", LETTERS_MS],
  ] as const)
    await page.route(late, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue();
    });
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        shifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 80)) });
    }).observe({ type: "layout-shift", buffered: true });
  `);
  await page.goto(origin + path, { waitUntil: "networkidle" });
  await page.waitForTimeout(200); // what was found is drawn, and its shift told
  const shifts = await page.evaluate<{ value: number; moved: string[] }[]>("shifts");
  await context.close();
  return shifts;
}

describe.concurrent("a page stands still while it is read", { concurrent: true }, () => {
  it.each(
    COMPLETED.flatMap(
      (path) =>
        [
          [path, 360, 740],
          [path, 1440, 900],
        ] as const,
    ),
  )("%s at %i × %i pixels", async (path, width, height) => {
    const shifts = await shiftsOf(path, width, height);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(MOST);
  });
});
