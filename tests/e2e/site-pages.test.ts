import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_PAGES, DESK_PAGES, PAGES, twinOf } from "@/lib/discovery/pages";
import { ROOT } from "@/sandbox/service";
import { launchBrowser } from "../support/browser";
import { axeFindings, openPage, origin, scriptBytes } from "../support/site-pages";
import { newAddress } from "../support/service";
import { isTried } from "../support/share";

/** What the pages looked like in the last run, for people to look at. */
const SCREENSHOTS = path.join(ROOT, ".screenshots");

/** Desks' pages are made by one component: those with the most different forms and answers stand for all. */
const DESKS = ["/desks/tvl", "/desks/wallet", "/desks/security-scan"];
const SHOWN = [...PAGES.map((page) => page.path), ...DESKS];

/** A theme's contrast hangs on no width, and a width's layout on no theme. */
const SCREENS = [
  { name: "360-dark", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
  { name: "1440-light", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
] as const;

let browser: Browser;
beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** `npm test` has each page on one of them, in turn, and CI on both: nearly all pages are made of the same pieces. */
const screensOf = (address: string): readonly (typeof SCREENS)[number][] =>
  SCREENS.filter((_, screen) => isTried(SHOWN.indexOf(address), SHOWN.length, screen, SCREENS.length));

describe.concurrent("every page", { concurrent: true }, () => {
  it.each(SHOWN.map((address) => [address, screensOf(address)] as const))(
    "%s is whole, quiet and open to everybody, on each screen that it is looked at",
    async (address, screens) => {
      const { page, trouble } = await openPage(browser, address);
      for (const { name, viewport, colorScheme } of screens) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // a colour in passing has another contrast
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(viewport.width);
        expect(await page.locator("h1").count(), name).toBe(1);
        expect(await axeFindings(page), name).toEqual([]);
        const file = `${address === "/" ? "home" : address.slice(1).replaceAll("/", "-")}-${name}.png`;
        await page.screenshot({ path: path.join(SCREENSHOTS, file), fullPage: true });
      }
      expect(trouble).toEqual([]);
      await page.context().close();
    },
  );
});

describe("every page's twin", () => {
  it.each(ALL_PAGES.map((page) => page.path))(
    "%s says the same in Markdown, at both of its addresses",
    async (address) => {
      const get = (to: string, accept: string): Promise<Response> =>
        fetch(origin + to, { headers: { accept, "x-forwarded-for": newAddress() } });
      const [html, asked, named] = await Promise.all([
        get(address, "text/html"),
        get(address, "text/markdown"),
        get(twinOf(address), "*/*"),
      ]);
      expect(html.headers.get("content-type")).toMatch(/^text\/html/);
      expect(html.headers.get("vary")).toMatch(/accept/i);
      expect(html.headers.get("link")).toContain(
        `<${twinOf(address)}>; rel="alternate"; type="text/markdown"`,
      );
      for (const twin of [asked, named]) {
        expect(twin.status).toBe(200);
        expect(twin.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      }
      const markdown = await asked.text();
      expect(await named.text()).toBe(markdown);
      const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(await html.text())?.[1] ?? "no heading";
      const words = heading.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
      expect(markdown).toContain(`# ${words}`);
    },
  );
});

describe("the script that a page takes before anything is bought", () => {
  it.each([
    ["/", 120_000],
    ["/docs", 120_000],
    ["/docs/buying", 160_000],
    ["/desks/tvl", 170_000],
    ["/lounge", 170_000],
    ["/security", 170_000],
  ])("of %s is at most %i bytes as sent", async (address, most) => {
    const { page } = await openPage(browser, address);
    const bytes = await scriptBytes(page);
    await page.context().close();
    expect(bytes).toBeGreaterThan(50_000); // else nothing was measured
    expect(bytes).toBeLessThanOrEqual(most);
  });
});

it("a desk that there is not has no page", async () => {
  const response = await fetch(`${origin}/desks/nothing`, { headers: { "x-forwarded-for": newAddress() } });
  expect(response.status).toBe(404);
  expect(DESK_PAGES.length).toBeGreaterThan(15);
});
