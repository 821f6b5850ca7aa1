import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_PAGES } from "@/lib/discovery/pages";
import { launchBrowser } from "../support/browser";
import { newAddress } from "../support/service";
import { world } from "../support/world";

const { origin } = world();
const NO_PAGE = "/nothing-here";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function fetched(path: string): Promise<{ policy: string; html: string }> {
  const headers = { accept: "text/html", "x-forwarded-for": newAddress() };
  const response = await fetch(origin + path, { headers });
  return { policy: response.headers.get("content-security-policy") ?? "", html: await response.text() };
}

/** Opens a page with an ear for what its policy refuses. */
async function open(path: string): Promise<{ page: Page; refused: string[] }> {
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Content-Security-Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  return { page, refused };
}

it.each([...ALL_PAGES.map(({ path }) => path), NO_PAGE])(
  "%s allows its own inline scripts by their hashes, one for each, and nothing unsafe",
  async (path) => {
    const { policy, html } = await fetched(path);
    const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    const hashes = scripts.map(
      ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    );
    expect(policy).toContain(`script-src 'self' ${[...new Set(hashes)].join(" ")};`);
    expect(policy).not.toMatch(/unsafe-|data:|https?:|\*/);
    expect(policy).toContain("default-src 'none'");
  },
);

/** Of pages that are made alike, one stands for all: that the policies fit is told above, of each. */
describe.each(["/", "/scanner", "/desks/tvl", "/docs/buying", "/status", NO_PAGE])("%s", (path) => {
  it("comes alive in a browser, which refuses nothing of it", async () => {
    const { page, refused } = await open(path);
    // React marks what it has made its own with a property of that prefix.
    const alive = await page.evaluate(() =>
      Object.keys(document).some(
        (key) => key.startsWith("__reactContainer$") || key.startsWith("_reactListening"),
      ),
    );
    expect(alive).toBe(true);
    expect(refused).toEqual([]);
    await page.close();
  });

  it("runs no script that was brought into it", async () => {
    const { page, refused } = await open(path);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.broughtIn = true";
      document.body.append(script);
      document.body.insertAdjacentHTML("beforeend", '<img src="x" onerror="window.broughtIn = true">');
    });
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => "broughtIn" in window)).toBe(false);
    expect(refused.length).toBeGreaterThan(0);
    await page.close();
  });
});

it("an answer under /api may load nothing at all, in any letters", async () => {
  for (const path of ["/api/market", "/API/nothing"])
    expect((await fetched(path)).policy).toBe("default-src 'none'; frame-ancestors 'none'");
});

it("https is asked for ever after, except where a proxy says that the request came without it", async () => {
  const hsts = async (proto?: string): Promise<string | null> => {
    const headers = { "x-forwarded-for": newAddress(), ...(proto ? { "x-forwarded-proto": proto } : {}) };
    return (await fetch(`${origin}/llms.txt`, { headers })).headers.get("strict-transport-security");
  };
  expect(await hsts("https")).toBe("max-age=63072000; includeSubDomains; preload");
  expect(await hsts("http")).toBeNull();
});
