import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { axeFindings, openPage, origin } from "../support/site-pages";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(() => browser.close());

const paper = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const LIGHT = "rgb(246, 247, 247)";
const DARK = "rgb(13, 15, 16)";

describe("the theme", () => {
  it("is the system's until the reader chooses, and theirs from then on", async () => {
    const { page, trouble } = await openPage(browser, "/desks", { colorScheme: "dark" });
    expect(await paper(page)).toBe(DARK);
    const toggle = page.getByRole("button", { name: "Change between light and dark" });
    await toggle.press("Enter");
    expect(await paper(page)).toBe(LIGHT);
    await page.goto(`${origin}/status`, { waitUntil: "domcontentloaded" });
    // Set by the script in the page's head: the page's own are still to come.
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
    expect(await paper(page)).toBe(LIGHT);
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Change between light and dark" }).click();
    expect(await paper(page)).toBe(DARK);
    expect(trouble).toEqual([]);
  });
});

describe("the way through the site", () => {
  it("is a menu on a narrow screen, by keyboard, which gives the focus back", async () => {
    const { page } = await openPage(browser, "/", { viewport: { width: 360, height: 740 } });
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.press("Enter");
    const rooms = page.getByRole("navigation", { name: "Site" });
    await rooms.getByRole("link", { name: "Desks" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await rooms.waitFor({ state: "hidden" });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await menu.press("Enter");
    await rooms.getByRole("link", { name: "Status" }).press("Enter");
    await page.waitForURL(`${origin}/status`);
  });

  it("goes back from a page without the framework to the one that the framework had before it", async () => {
    const { page } = await openPage(browser, "/desks");
    await page.getByRole("banner").getByRole("link").first().click();
    await page.waitForURL(`${origin}/`);
    await page.reload({ waitUntil: "networkidle" });
    const home = await page.getByRole("heading", { level: 1 }).textContent();
    await page.goBack();
    await page.waitForURL(`${origin}/desks`);
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).not.toBe(home);
  });

  it("is a palette under Ctrl+K, which finds a desk by a word of it", async () => {
    const { page, trouble } = await openPage(browser, "/");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.type("impermanent");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/desks/meteora`);
    expect(trouble).toEqual([]);
  });

  it.each(["/", "/desks"])(
    "keeps its palette's button on %s where the list does not load, and loads it later",
    async (path) => {
      const { page } = await openPage(browser, path);
      const search = page.getByRole("button", { name: "Search the site" });
      await page.route("**/*.js", (route) => route.abort());
      await search.click();
      const dialog = page.getByRole("dialog", { name: "Go to" });
      await dialog.getByText("The list of pages did not load").waitFor();
      expect(await dialog.getByRole("link", { name: "Docs" }).count()).toBe(1);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await page.keyboard.press("Control+k");
      await dialog.getByText("The list of pages did not load").waitFor();
      await page.unroute("**/*.js");
      await dialog.getByRole("button", { name: "Load the page anew" }).click();
      await page.waitForLoadState("networkidle");
      await search.click();
      await dialog.getByRole("combobox").waitFor();
    },
  );

  it("closes the palette by Escape and says what to do where nothing is found", async () => {
    const { page } = await openPage(browser, "/");
    await page.getByRole("button", { name: "Search the site" }).click();
    const palette = page.getByRole("dialog", { name: "Go to" });
    await palette.getByRole("combobox").waitFor();
    await page.keyboard.type("zzzz");
    await palette.getByText("Nothing of that name.").waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
  });
});

describe("a desk's page", () => {
  it("shows what is wrong with the form, puts the reader there, and asks for nothing", async () => {
    const { page } = await openPage(browser, "/desks/security-scan");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") asked.push(request.url());
    });
    await page.getByRole("button", { name: "Buy for $0.10" }).click();
    const target = page.getByRole("textbox", { name: /^Target/ });
    expect(await target.getAttribute("aria-invalid")).toBe("true");
    expect(await target.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByText("Enter a value: the desk can't answer without it.").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("puts the form into the call to copy, which is copied whole", async () => {
    const { page } = await openPage(browser, "/desks/wallet", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const address = `0x${"ab".repeat(20)}`;
    await page.getByRole("textbox", { name: /^EVM address/i }).fill(address);
    const curl = page.getByRole("region", { name: "The call as curl" });
    expect(await curl.innerText()).toContain(`-d '{"evmAddress":"${address}"}'`);
    expect(await curl.innerText()).toContain(`${origin}/api/svc-intel-wallet`);
    await page.getByRole("tab", { name: "Tool call" }).click();
    await page.getByRole("button", { name: /^Copy.*The call as Tool call/ }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied.slice(copied.indexOf("\n")))).toMatchObject({
      params: { name: "intel_wallet", arguments: { evmAddress: address } },
    });
  });

  it("shows what a purchase takes, and where there is no wallet says so", async () => {
    const { page } = await openPage(browser, "/desks/tvl");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.headers()["payment-signature"] !== undefined) asked.push(request.url());
    });
    await page.getByRole("button", { name: "Buy for $0.02" }).click();
    await page.getByText("No Ethereum wallet was found in this browser.").waitFor();
    await page.getByText("No Solana wallet was found in this browser.").waitFor();
    await page.getByText("$0.02").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each([360, 1440])("lays no value of the sample over its neighbour, %i pixels wide", async (width) => {
    const { page } = await openPage(browser, "/desks/verdict", { viewport: { width, height: 900 } });
    await page.getByText("Inputs hash").waitFor();
    const over = await page
      .locator("dl dd")
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    expect(over).toEqual([]);
  });

  it("takes an object's members in fields of their own, and sends them as the desk reads them", async () => {
    const { page } = await openPage(browser, "/desks/svc");
    await page.getByRole("combobox", { name: /^Mode/ }).selectOption("enhance");
    await page.getByRole("textbox", { name: /^Message/ }).fill("Make it plain");
    await page.getByRole("textbox", { name: /^Signal title/ }).fill("Funding turns");
    await page.getByRole("button", { name: "Buy for $0.10" }).click();
    const summary = page.getByRole("textbox", { name: /^Signal summary/ });
    expect(await summary.getAttribute("aria-invalid")).toBe("true");
    await summary.fill("Funding turned at two venues.");
    const signal = { title: "Funding turns", summary: "Funding turned at two venues." };
    expect(await page.getByRole("region", { name: "The call as curl" }).innerText()).toContain(
      JSON.stringify({ mode: "enhance", message: "Make it plain", signal }),
    );
  });

  it("shows the sample as people read it, and as JSON one key away", async () => {
    const { page } = await openPage(browser, "/desks/tvl");
    const answer = page.getByRole("tab", { name: "Answer" });
    await page.getByRole("table", { name: "Chains" }).waitFor();
    await answer.press("ArrowRight");
    const json = await page.getByRole("region", { name: "The sample as JSON" }).innerText();
    expect(JSON.parse(json)).toMatchObject({ ok: true, kind: "intel-tvl" });
  });
});

describe("prices", () => {
  it("are filtered by a link, and by words that become one", async () => {
    const { page } = await openPage(browser, "/pricing?q=wallet");
    const table = page.getByRole("table", { name: /price of one call/ });
    const paths = () => table.locator("code").allInnerTexts();
    expect(await paths()).toContain("/api/svc-intel-wallet");
    expect(await paths()).not.toContain("/api/svc-intel-tvl");
    await page.getByRole("searchbox", { name: "Find a route" }).fill("headlines");
    expect(new URL(page.url()).search).toBe("?q=headlines");
    await page.getByRole("searchbox", { name: "Find a route" }).fill("no such thing");
    await page.getByText("No route matches").waitFor();
  });
});

describe("what is read while the page is looked at", () => {
  it("is the service's own status, with every paid route", async () => {
    const { page } = await openPage(browser, "/status");
    const table = page.getByRole("table", { name: /last sale/ });
    const status = (await (await fetch(`${origin}/api/status`)).json()) as { routes: { label: string }[] };
    expect((await table.locator("tbody code").allInnerTexts()).sort()).toEqual(
      status.routes.map(({ label }) => label).sort(),
    );
  });

  it("says so where it can't be read, and is read again on demand", async () => {
    const { page } = await openPage(browser, "/not-advice");
    await page.route("**/api/status", (route) => route.abort());
    await page.goto(`${origin}/status`);
    await page.getByText("Could not read the status").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute("**/api/status");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("table", { name: /last sale/ }).waitFor();
  });
});

describe("a reader without scripts", () => {
  it.each(["/lounge", "/agents", "/security", "/status", "/pay"])(
    "is told at %s what works without, and waits for nothing",
    async (at) => {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 320, height: 800 },
      });
      const page = await context.newPage();
      await page.goto(origin + at);
      const shown = await page.locator("body").innerText();
      expect(shown).toContain("This browser runs no JavaScript here");
      expect(shown).not.toMatch(/(Reading|Scanning|Looking) [^.]*…/);
    },
  );
});

it("before its launch the token's page says what would be, and shows no price, threshold or burn", async () => {
  const { page, trouble } = await openPage(browser, "/token?wallet=x&day=2026-11-22");
  await page.getByText("The token is not launched").waitFor();
  expect(await page.getByText("What a launch would change").count()).toBe(1);
  for (const name of ["Tiers", "What a wallet has"])
    expect(await page.getByRole("heading", { name }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Compute/ }).count()).toBe(0);
  expect(trouble).toEqual([]);
});
