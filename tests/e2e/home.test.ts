import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { priceOf } from "@/lib/catalog/define";
import { formatUsd } from "@/lib/catalog/money";
import { NETWORKS } from "@/lib/chains/networks";
import { asHeader, newAddress, newPayer, payFor, post } from "../support/service";
import { world } from "../support/world";
import { askWithoutPaying, firstPaid, homePages, livePanel, origin, paid } from "../support/home-page";

let home: Awaited<ReturnType<typeof homePages>>;
beforeAll(async () => {
  home = await homePages();
});
afterEach(() => home.close());
afterAll(() => home.quit());

describe("the first page", () => {
  it("shows every paid route of the catalog with its price, and no other paid route", async () => {
    const { page } = await home.open();
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
    const { page } = await home.open();
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

  it("shows the last verdict that was sold, as the public record has it, with its price and the time of the last sale", async () => {
    const payer = await newPayer(world(), "base");
    const path = "/api/svc-intel-verdict";
    const payment = asHeader(await payFor(origin, path, payer));
    expect((await post({ origin, path, body: {}, payment })).status).toBe(200);
    const headers = { "x-forwarded-for": newAddress() };
    const record = async () =>
      (await (await fetch(`${origin}/api/svc-intel-accuracy`, { headers })).json()) as {
        recent: { at: string; signal: string; confidence: string }[];
      }; // the free route's own answer
    await expect
      .poll(async () => (await record()).recent.length, { timeout: 65_000, interval: 2_000 })
      .toBeGreaterThan(0);
    const [last] = (await record()).recent;
    const { page, trouble } = await home.open();
    const panel = page.getByRole("region", { name: /^Last sold and public/ });
    await panel.getByText("Last paid call").waitFor(); // it is read apart from the record
    const text = (await panel.innerText()).replaceAll(/\s+/g, " ");
    for (const part of [
      last?.signal,
      `${last?.confidence} confidence`,
      "$0.10",
      "Last paid call",
      "Real, from the public record.",
    ])
      expect(text).toContain(part);
    expect(text).toContain(last?.at.slice(0, 16).replace("T", " "));
    expect(await page.getByText("A sample, its figures made up.").count()).toBe(0);
    expect(trouble.consoleErrors).toEqual([]);
  }, 120_000);

  it("shows a sample, named one, while nothing was sold or the record can't be read", async () => {
    const { page } = await home.open();
    for (const answer of [
      { status: 503, body: "{}" },
      { status: 200, body: '{"recent":[],"bySignal":[],"baselines":{},"statement":""}' },
    ]) {
      await page.route("**/api/svc-intel-accuracy", (route) =>
        route.fulfill({ ...answer, contentType: "application/json" }),
      );
      await page.goto(origin, { waitUntil: "networkidle" });
      await page.getByText("A sample, its figures made up.").waitFor();
      await page.unroute("**/api/svc-intel-accuracy");
    }
  });

  it("gives the two commands, each copied whole by its button", async () => {
    const { page } = await home.open({ permissions: ["clipboard-read", "clipboard-write"] });
    for (const command of ["npm ci && npm run sandbox", "npm ci && npm test"]) {
      const line = page.locator("div", { has: page.getByText(command, { exact: true }) }).last();
      await line.getByRole("button", { name: /^Copy/ }).click();
      await line.getByRole("button", { name: /^Copied/ }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
    }
  });

  it("gives a curl that asks this very service and gets a 402", async () => {
    const { page } = await home.open();
    const command = await page.getByText(/^curl /).textContent();
    const match = /^curl -i -X POST (\S+)$/.exec(command ?? "");
    expect(match?.[1]).toBe(origin + firstPaid);
    const response = await fetch(match?.[1] ?? "", { method: "POST" });
    expect(response.status).toBe(402);
    expect(response.headers.get("payment-required")).not.toBeNull();
  });

  it("shows the service's notice, and only when it has one", async () => {
    const { page } = await home.open();
    const response = await fetch(origin + firstPaid, { method: "POST" });
    const notice = response.headers.get("x-service-notice");
    const banner = page.getByRole("complementary", { name: "Service notice" });
    expect(await banner.allInnerTexts()).toEqual(notice === null ? [] : [notice]);
  });

  it("answers an unknown address with a 404 page that leads back", async () => {
    const { page } = await home.open();
    const response = await page.goto(`${origin}/nothing-here`);
    expect(response?.status()).toBe(404);
    await page.getByRole("main").getByRole("link").click();
    await page.waitForURL(`${origin}/`);
  });
});

describe("the live 402", () => {
  it("shows the offers of both networks in words", async () => {
    const { page } = await home.open();
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
    const { page } = await home.open();
    const asked = page.waitForResponse((response) => new URL(response.url()).pathname === firstPaid);
    await askWithoutPaying(page);
    const header = (await asked).headers()["payment-required"] ?? "";
    await livePanel(page).getByText("PAYMENT-REQUIRED, decoded").click();
    const shown = await livePanel(page).getByRole("region").innerText();
    expect(JSON.parse(shown)).toEqual(JSON.parse(Buffer.from(header, "base64").toString("utf8")));
  });

  it("reports a missing network, and works again when it is back", async () => {
    const { page } = await home.open();
    await page.context().setOffline(true);
    await askWithoutPaying(page);
    expect(await livePanel(page).innerText()).toContain("No answer.");
    await page.context().setOffline(false);
    await livePanel(page).getByRole("button", { name: "Ask again" }).click();
    await livePanel(page).getByText("402 Payment Required").waitFor();
  });
});
