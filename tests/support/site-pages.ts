import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { newAddress } from "./service";
import { world } from "./world";

export const { origin } = world();

/** Read as text: it is run within pages, where nothing of ours may be imported. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Opened {
  page: Page;
  /** What the page said or asked for that it should not have. */
  trouble: string[];
}

/** A page in a context of its own, with its own client address and an ear for trouble. The caller closes the context. */
export async function openPage(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": newAddress() },
    ...options,
  });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) trouble.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) trouble.push(`asked ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) trouble.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  return { page, trouble };
}

/** What axe finds on the page as it stands, by every rule of WCAG 2.2 A and AA and its best practices. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // axe sets itself on the window: its own types are of no use in here.
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

/** Bytes of script that the page took, as they came over the wire. */
export const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
