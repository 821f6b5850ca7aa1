import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/catalog";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { formatUsd } from "@/lib/catalog/money";
import { NETWORKS } from "@/lib/payments/networks";
import { launchBrowser } from "../support/browser";
import { textContrasts } from "../support/contrast";
import { world } from "../support/world";

const { origin } = world();
const paid = catalog.filter(isPaid);
const firstPaid = paid[0]?.path ?? "";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const pages: Page[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

/** What a page did that it should not have, beside the one 402 that it asks for. */
interface Trouble {
  consoleErrors: string[];
  failedRequests: string[];
  foreignRequests: string[];
}

async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; trouble: Trouble }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  pages.push(page);
  const trouble: Trouble = { consoleErrors: [], failedRequests: [], foreignRequests: [] };
  const isTheChallenge = (address: string): boolean => new URL(address).pathname === firstPaid;
  page.on("pageerror", (error) => trouble.consoleErrors.push(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    const isOwn402 = url !== "" && isTheChallenge(url) && message.text().includes("status of 402");
    if (["error", "warning"].includes(message.type()) && !isOwn402)
      trouble.consoleErrors.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) trouble.foreignRequests.push(request.url());
  });
  page.on("requestfailed", (request) => trouble.failedRequests.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400 && !(response.status() === 402 && isTheChallenge(response.url())))
      trouble.failedRequests.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(origin, { waitUntil: "networkidle" });
  return { page, trouble };
}

const livePanel = (page: Page) => page.getByRole("region", { name: "A live 402" });

async function askWithoutPaying(page: Page): Promise<void> {
  await livePanel(page).getByRole("button", { name: "Ask without paying" }).click();
  await livePanel(page).getByRole("button", { name: "Ask again" }).waitFor();
}

describe("the first page", () => {
  it("shows every paid route of the catalog with its price, and no other paid route", async () => {
    const { page } = await open();
    const table = page.getByRole("table", { name: /price of one call/ });
    const rows = await table.getByRole("row").evaluateAll((elements) =>
      elements.flatMap((row) => {
        const path = row.querySelector("code")?.textContent;
        return path ? [{ path, price: row.querySelector("td:last-child")?.textContent }] : [];
      }),
    );
    const sold = rows.filter(({ price }) => price !== "Free");
    const wanted = paid.map((entry) => ({ path: entry.path, price: formatUsd(priceOf(entry)) }));
    const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);
    expect(sold.sort(byPath)).toEqual(wanted.sort(byPath));
  });

  it("has one heading of the first level, no level left out, and its landmarks", async () => {
    const { page } = await open();
    await askWithoutPaying(page);
    const levels = await page
      .getByRole("heading")
      .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName.slice(1))));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1));
    for (const landmark of ["banner", "main", "contentinfo", "navigation"] as const)
      expect(await page.getByRole(landmark).count(), landmark).toBe(1);
    expect(await page.title()).not.toBe("");
    expect(await page.locator("meta[name=description]").getAttribute("content")).toBeTruthy();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });

  it("gives the two commands, each copied whole by its button", async () => {
    const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    for (const command of ["npm ci && npm run sandbox", "npm ci && npm test"]) {
      const line = page.locator("div", { has: page.getByText(command, { exact: true }) }).last();
      await line.getByRole("button", { name: /^Copy/ }).click();
      await line.getByRole("button", { name: /^Copied/ }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
    }
  });

  it("gives a curl that asks this very service and gets a 402", async () => {
    const { page } = await open();
    const command = await page.getByText(/^curl /).textContent();
    const match = /^curl -i -X POST (\S+)$/.exec(command ?? "");
    expect(match?.[1]).toBe(origin + firstPaid);
    const response = await fetch(match?.[1] ?? "", { method: "POST" });
    expect(response.status).toBe(402);
    expect(response.headers.get("payment-required")).not.toBeNull();
  });

  it("shows the service's notice, and only when it has one", async () => {
    const { page } = await open();
    const response = await fetch(origin + firstPaid, { method: "POST" });
    const notice = response.headers.get("x-service-notice");
    const banner = page.getByRole("complementary", { name: "Service notice" });
    expect(await banner.allInnerTexts()).toEqual(notice === null ? [] : [notice]);
  });

  it("answers an unknown address with a 404 page that leads back", async () => {
    const { page } = await open();
    const response = await page.goto(`${origin}/nothing-here`);
    expect(response?.status()).toBe(404);
    await page.getByRole("main").getByRole("link").click();
    await page.waitForURL(`${origin}/`);
  });
});

describe("the live 402", () => {
  it("shows the offers of both networks in words", async () => {
    const { page } = await open();
    const asked = page.waitForResponse((response) => new URL(response.url()).pathname === firstPaid);
    await askWithoutPaying(page);
    const body: unknown = await (await asked).json();
    expect(body).toMatchObject({ code: "payment_required", x402: { accepts: expect.any(Array) } });
    const { accepts } = (body as { x402: { accepts: { network: string; payTo: string; asset: string }[] } })
      .x402;
    expect(accepts.map(({ network }) => network)).toEqual(
      expect.arrayContaining([NETWORKS.testnet.evm.id, NETWORKS.testnet.solana.id]),
    );

    const offers = livePanel(page).getByRole("listitem");
    expect(await offers.count()).toBe(accepts.length);
    const price = formatUsd(priceOf(paid[0] ?? { tier: "free" })).slice(1);
    for (const [index, { network, payTo, asset }] of accepts.entries()) {
      const words = await offers.nth(index).innerText();
      for (const expected of [`${price} USDC`, network, payTo, asset]) expect(words).toContain(expected);
      expect(words).toMatch(/Expiry\s+\d+ s from signing; signed now: \d\d:\d\d:\d\d/);
    }
  });

  it("shows the header's content as it came", async () => {
    const { page } = await open();
    const asked = page.waitForResponse((response) => new URL(response.url()).pathname === firstPaid);
    await askWithoutPaying(page);
    const header = (await asked).headers()["payment-required"] ?? "";
    await livePanel(page).getByText("PAYMENT-REQUIRED, decoded").click();
    const shown = await livePanel(page).getByRole("region").innerText();
    expect(JSON.parse(shown)).toEqual(JSON.parse(Buffer.from(header, "base64").toString("utf8")));
  });

  it("says that nobody answered when the network is gone, and works again when it is back", async () => {
    const { page } = await open();
    await page.context().setOffline(true);
    await askWithoutPaying(page);
    expect(await livePanel(page).innerText()).toContain("No answer.");
    await page.context().setOffline(false);
    await livePanel(page).getByRole("button", { name: "Ask again" }).click();
    await livePanel(page).getByText("402 Payment Required").waitFor();
  });
});

describe("for everyone", () => {
  it("loads and asks without an error, a failed request or a request to anyone else", async () => {
    const { page, trouble } = await open();
    await askWithoutPaying(page);
    expect(trouble).toEqual({ consoleErrors: [], failedRequests: [], foreignRequests: [] });
  });

  it("fits 360 px without a horizontal scroll or anything cut off", async () => {
    const { page } = await open({ viewport: { width: 360, height: 740 } });
    await askWithoutPaying(page);
    await livePanel(page).getByText("PAYMENT-REQUIRED, decoded").click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const outside = await page
      .locator("body *:not(pre, pre *)")
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > 360)
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    expect(outside).toEqual([]);
  });

  it("reaches every control by keyboard, each with a focus that can be seen", async () => {
    const { page } = await open({ reducedMotion: "reduce" }); // so that scrolling to a control takes no time
    const reached: string[] = [];
    const wanted = await page
      .locator("a, button, summary, [tabindex='0']")
      .evaluateAll((controls) => controls.length);
    for (let step = 0; step < wanted; step++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return {
          name: element.textContent ?? "",
          outline: style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth),
          isInView: width > 0 && height > 0 && x >= 0 && y >= 0 && y < innerHeight && x < innerWidth,
        };
      });
      expect(focused, focused.name).toMatchObject({ isInView: true });
      expect(focused.outline, focused.name).toBeGreaterThanOrEqual(2);
      reached.push(focused.name);
    }
    expect(reached[0]).toBe("Skip to content");
    expect(reached).toContain("Ask without paying");
    expect(reached.filter((name) => name.startsWith("Copy"))).toHaveLength(3);
  });

  it("asks by keyboard alone and keeps the focus where it was", async () => {
    const { page } = await open();
    const button = livePanel(page).getByRole("button");
    while (!(await button.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await livePanel(page).getByText("402 Payment Required").waitFor();
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("skips to the content", async () => {
    const { page } = await open();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const isInMain = await page.evaluate(() => document.activeElement?.closest("main") !== null);
    expect(isInMain).toBe(true);
  });

  it("moves nothing for whoever asked for less motion", async () => {
    const { page } = await open({ reducedMotion: "reduce" });
    const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await scrolling()).toBe("auto");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await scrolling()).toBe("smooth");
  });

  it.each(["light", "dark"] as const)("can be read in the %s scheme (WCAG 2.2 AA)", async (colorScheme) => {
    const { page } = await open({ colorScheme });
    await askWithoutPaying(page);
    await livePanel(page).getByText("PAYMENT-REQUIRED, decoded").click();
    const asked = await page.evaluate(textContrasts);
    expect(asked.length).toBeGreaterThan(50);

    await page.context().setOffline(true);
    await livePanel(page).getByRole("button").click();
    await livePanel(page).getByText("No answer.").waitFor();
    const refused = await page.evaluate(textContrasts);
    expect([...asked, ...refused].filter(({ ratio, wanted }) => ratio < wanted)).toEqual([]);

    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(paper).toBe(colorScheme === "dark" ? "rgb(13, 15, 16)" : "rgb(246, 247, 247)");
  });
});
