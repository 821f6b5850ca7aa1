import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser } from "../support/browser";
import { textContrasts } from "../support/contrast";
import { newSummary, OPEN, PUBLISH, submission } from "../support/lounge-world";
import { shoot } from "../support/pay-page";
import { asHeader, newAddress, newPayer, payFor, type Payer, post } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
/** By the pages' own addresses, so that an earlier run's signals are on none of these. */
const CATEGORY = `run-${crypto.randomUUID().slice(0, 8)}`;
const HOSTILE =
  '<img src=x onerror="window.broken=1"><script>window.broken=1</script> \u202Egnp.exe [go](javascript:alert(1))';
/** Leaves are hashed once they are a minute old. */
const HASHED_MS = 100_000;

let browser: Browser;
let creator: Payer;
let signalId: string;
let hostileId: string;
/** A wallet that begins and ends as the creator's does, whose word the hostile signal is. */
let lookAlike: string;
let summary: string;

/** Buys a call, and gives its answer. */
async function buy(payer: Payer, path: string, body: unknown): Promise<Record<string, unknown>> {
  const payment = asHeader(await payFor(origin, path, payer));
  const response = await post({ origin, path, body, payment });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>; // read member by member
}

const certificateOf = async (id: string): Promise<string> => {
  const headers = { "x-forwarded-for": newAddress() };
  return (await fetch(`${origin}/api/rwa-token?signalId=${id}`, { headers })).text();
};

beforeAll(async () => {
  [browser, creator] = await Promise.all([launchBrowser(), newPayer(sandbox, "base")]);
  summary = newSummary(60);
  const categories = ["eth", "long", CATEGORY];
  const plain = submission(creator.address, { title: "Funding turns", summary, categories });
  signalId = String((await buy(creator, PUBLISH, plain))["id"]);
  lookAlike = `${creator.address.slice(0, 10)}${"0".repeat(24)}${creator.address.slice(-8)}`.toLowerCase();
  const text = `${HOSTILE} ${"W".repeat(7_000)} ${newSummary(20)}`;
  const hostile = submission(lookAlike, {
    title: HOSTILE.slice(0, 140),
    summary: text,
    categories: [CATEGORY],
  });
  hostileId = String((await buy(creator, PUBLISH, hostile))["id"]);
}, 60_000);
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(() => browser.close());

interface Opened {
  page: Page;
  /** What went wrong in it. */
  trouble: string[];
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { "x-forwarded-for": newAddress() },
    ...options,
  });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") trouble.push(message.text());
  });
  page.on("request", (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== "blob:") trouble.push(request.url());
  });
  page.on("dialog", (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  return { page, trouble };
}

const signals = (page: Page) => page.getByRole("list", { name: "Signals" }).locator(":scope > li");

describe("the feed", () => {
  it("has what was published, newest first, with its certificate and how far its creator is proved", async () => {
    const { page, trouble } = await open(`/lounge?category=${CATEGORY}`);
    await signals(page).first().waitFor();
    expect(await signals(page).count()).toBe(2);
    expect(await signals(page).nth(0).innerText()).toContain("Creator not proved");
    const second = await signals(page).nth(1).innerText();
    for (const reported of ["Funding turns", "ETH long", "Certificate", "Paid by this wallet"])
      expect(second).toContain(reported);
    expect(trouble).toEqual([]);
  });

  it("is narrowed by its address, and each choice is one, which the way back undoes", async () => {
    const { page } = await open(`/lounge?category=${CATEGORY}`);
    await page.getByRole("link", { name: "Best record" }).click();
    await page.waitForURL(/by=record/);
    expect(new URL(page.url()).searchParams.get("category")).toBe(CATEGORY);
    await page.getByText("Ranked among the signals of this page").waitFor();
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("by"));
    await page.getByRole("link", { name: `Without Category ${CATEGORY}` }).click();
    await page.waitForURL((url) => url.pathname === "/lounge" && url.search === "");
  });

  it("shows two wallets that begin and end alike as two", async () => {
    const { page } = await open(`/lounge?category=${CATEGORY}`);
    await signals(page).first().waitFor();
    const shown = await signals(page)
      .locator('a[href^="/lounge/creator"]')
      .evaluateAll((links) => links.map((link) => link.textContent));
    expect(shown).toHaveLength(2);
    expect(new Set(shown).size).toBe(2);
  });
});

describe("a signal's page", () => {
  it("shows teaser, certificate and price, and nothing that is sold", async () => {
    const { page, trouble } = await open(`/lounge/signal?id=${signalId}`);
    await page.getByRole("heading", { name: "Funding turns" }).waitFor();
    const text = await page.locator("main").innerText();
    const { certificateHash } = JSON.parse(await certificateOf(signalId)) as { certificateHash: string };
    for (const reported of ["Unlock the full text", "$0.10", certificateHash, creator.address.toLowerCase()])
      expect(text.replaceAll(/\s+/g, " ")).toContain(reported);
    expect(await page.content()).not.toContain(summary.slice(-60));
    expect(trouble).toEqual([]);
  });

  it("says so where its address names none", async () => {
    for (const id of ["", "sig_x", "sig_ffffffffffffffffffffffff"]) {
      const { page } = await open(`/lounge/signal?id=${id}`);
      await page.getByText("No such signal").waitFor();
    }
  });

  it("leads to its creator, who has it with its outcome, good or bad", async () => {
    const { page } = await open(`/lounge/signal?id=${signalId}`);
    await page.getByRole("link", { name: creator.address.toLowerCase() }).click();
    await page.getByRole("heading", { name: "Every signal" }).waitFor();
    const text = await page.locator("main").innerText();
    for (const reported of [
      "1 paid by this wallet",
      "Funding turns",
      "Its 24 hours are not over",
      "No demonstrated skill",
    ])
      expect(text).toContain(reported);
  });
});

describe("publishing", () => {
  it("shows while it is written what becomes public, and says what is wrong before anybody pays", async () => {
    const { page, trouble } = await open("/lounge/publish");
    await page.getByRole("button", { name: "Buy for $0.02" }).click();
    expect(
      await page.getByLabel("Title", { exact: true }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await page.getByLabel("Title", { exact: true }).fill("A\u202E view");
    await page.getByLabel("Text", { exact: true }).fill("word ".repeat(100));
    await page.getByLabel("Categories").fill("sol short");
    const preview = page.getByRole("region", { name: "What everybody will read" });
    const text = await preview.innerText();
    expect(text).toContain("A view");
    expect(text).toContain("SOL short");
    expect(text).toContain('"bodyHash"');
    expect(trouble).toEqual([]);
  });
});

describe("a hostile signal", () => {
  it.each([
    ["/lounge?category=", () => CATEGORY],
    ["/lounge/signal?id=", () => hostileId],
    ["/lounge/verify?id=", () => hostileId],
    ["/lounge/creator?address=", () => lookAlike],
    // what a link brings there instead of a wallet
    ["/lounge/badges?address=", () => encodeURIComponent(HOSTILE)],
  ] as const)("is inert on %s", async (at, what) => {
    const { page, trouble } = await open(at + what(), { viewport: { width: 360, height: 740 } });
    if (at.includes("verify")) await page.getByRole("button", { name: "Verify in this browser" }).click();
    if (at.includes("badges"))
      expect(await page.getByRole("textbox").first().inputValue()).toContain("onerror=");
    else await page.getByText("onerror=").first().waitFor();
    expect(await page.evaluate(() => "broken" in window)).toBe(false);
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.locator("main").innerText()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(await page.title()).not.toContain("onerror");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(trouble).toEqual([]);
  });

  it("is not on the page of the wallet that its own looks like", async () => {
    const { page } = await open(`/lounge/creator?address=${creator.address}`);
    await page.getByText("Funding turns").first().waitFor();
    expect(await page.locator("main").innerText()).not.toContain("onerror=");
  });

  it("is as inert once it is bought: 8,000 characters stay within a phone's width", async () => {
    const reader = await newPayer(sandbox, "base");
    const { summary: sold } = await buy(reader, OPEN, { signalId: hostileId });
    expect(String(sold).length).toBeGreaterThan(7_000);
    const { page } = await open(`/lounge/signal?id=${hostileId}`, { viewport: { width: 360, height: 740 } });
    const words = page.locator("[data-creators-words]").first();
    await words.waitFor();
    await words.evaluate((box, text) => (box.textContent = text), String(sold));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

describe.each(["light", "dark"] as const)("in a %s scheme", (colorScheme) => {
  it.each([
    "/lounge",
    "/lounge/signal",
    "/lounge/creator",
    "/lounge/publish",
    "/lounge/verify",
    "/lounge/badges",
    "/docs/lounge",
  ])("%s can be read: contrasts, names and a phone's width", async (path) => {
    const queries: Readonly<Record<string, string>> = {
      "/lounge/signal": `?id=${signalId}`,
      "/lounge/verify": `?id=${signalId}`,
      "/lounge/creator": `?address=${creator.address}`,
      "/lounge/badges": `?address=${creator.address}`,
    };
    const { page } = await open(path + (queries[path] ?? ""), {
      colorScheme,
      bypassCSP: true,
      viewport: { width: 360, height: 740 },
    });
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const texts = await page.evaluate(textContrasts);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter(({ ratio, wanted }) => ratio < wanted)).toEqual([]);
    await page.addScriptTag({ content: axe.source });
    const violations = await page.evaluate(async () => {
      const { violations: all } = await (
        window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run(); // what was added above
      return all.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
    });
    expect(violations).toEqual([]);
    const name = path.slice(1).replaceAll("/", "-");
    await shoot(page, `${name}-360-${colorScheme}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot(page, `${name}-1440-${colorScheme}`);
  });
});

// Last, so that the minute until leaves are hashed has gone by with the tests before.
describe("verifying", () => {
  beforeAll(
    () =>
      vi.waitFor(async () => expect(await certificateOf(signalId)).toContain('"inclusion":['), {
        ...{ timeout: HASHED_MS, interval: 1_000 },
      }),
    HASHED_MS + 10_000,
  );

  const found = (page: Page) => page.getByRole("region", { name: "What was found" });
  const verify = async (page: Page): Promise<string> => {
    await page.getByRole("button", { name: "Verify in this browser" }).click();
    await found(page).waitFor();
    return found(page).innerText();
  };

  it("holds for a published signal, and the second time against what this browser saw the first time", async () => {
    const { page, trouble } = await open(`/lounge/verify?id=${signalId}`);
    const first = await verify(page);
    expect(first).toContain("Everything holds");
    expect(first).toContain("Not outside of this service");
    expect(first).not.toContain("Fails");
    await page.reload({ waitUntil: "networkidle" });
    const second = await verify(page);
    expect(second).toContain("The log goes on from what this browser saw");
    expect(second).toContain("Everything holds");
    expect(trouble).toEqual([]);
  });

  it("fails for a certificate with one letter changed, and holds for the same file unchanged", async () => {
    const file = await certificateOf(signalId);
    const { page } = await open("/lounge/verify");
    await page.getByText("Bring your own certificate").click();
    await page.getByLabel("A certificate that you kept").fill(file.replace("Funding turns", "Funding burns"));
    const tampered = await verify(page);
    expect(tampered).toContain("This certificate does not hold");
    expect(tampered).toContain("Something in the certificate was changed");
    await page.getByLabel("A certificate that you kept").fill(file);
    await page.getByRole("button", { name: "Verify in this browser" }).click();
    await page.getByText("Everything holds").waitFor();
  });

  it("fails where the service names another log key than the reader knows", async () => {
    const { page } = await open(`/lounge/verify?id=${signalId}`);
    await page.getByText("Bring your own certificate").click();
    const foreign = `x/lounge+3417fbf8+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4`;
    await page.getByLabel("The log's key, as you know it").fill(foreign);
    expect(await verify(page)).toContain("None of the keys signed this checkpoint");
  });
});
