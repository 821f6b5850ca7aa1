import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { homePages, origin } from "../support/home-page";
import { buy, shoppers, shoot } from "../support/pay-page";
import { newAddress } from "../support/service";
import { axeFindings } from "../support/site-pages";
import { textContrasts } from "../support/contrast";

const address = `${origin}/security`;
let home: Awaited<ReturnType<typeof homePages>>;
let people: Awaited<ReturnType<typeof shoppers>>;
beforeAll(async () => {
  home = await homePages();
  people = await shoppers();
});
afterEach(async () => {
  await home.close();
  await people.close();
});
afterAll(async () => {
  await home.quit();
  await people.quit();
});

type Options = NonNullable<Parameters<typeof home.open>[0]>;

/** The desk in a browser with an address of its own, as limits count addresses. */
async function openDesk(options: Options = {}) {
  const { page, trouble } = await home.open({
    extraHTTPHeaders: { "x-forwarded-for": newAddress() },
    ...options,
  });
  await page.goto(address, { waitUntil: "networkidle" });
  return { page, trouble };
}

const scope = (page: Page) => page.getByRole("status", { name: "Scope" });
const report = (page: Page) => page.getByRole("article", { name: "Report" });
const attestation = (page: Page) => page.getByRole("checkbox", { name: /I attest/ });
const kept = (page: Page) => page.getByRole("list", { name: "Kept reports" }).getByRole("listitem");
const signature = (page: Page) => report(page).getByRole("status", { name: "Signature" });

async function type(page: Page, target: string): Promise<void> {
  await page.getByRole("textbox", { name: "Address" }).fill(target);
}

async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    report(page).getByRole("button", { name: button }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

const openFile = (page: Page, text: string, name = "report.json") =>
  page
    .getByLabel("Report file")
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

describe("the security desk", () => {
  it("tells the scope as one types, with the reason, and opens payment only to who attests", async () => {
    const { page } = await openDesk();
    expect(await attestation(page).isDisabled()).toBe(true);
    await type(page, "127.0.0.1");
    await scope(page).getByText("This is scanned for nobody").waitFor();
    await type(page, "http://plain-fixture.com");
    await scope(page).getByText("Not an address to scan").waitFor();

    await type(page, "plain-fixture.com/a?b");
    await scope(page).getByText("In scope").waitFor();
    expect(await scope(page).innerText()).toContain("https://plain-fixture.com");
    await page.getByRole("textbox", { name: "Allowlist" }).fill("*.plain-fixture.com");
    await scope(page).getByText("Your allowlist does not cover it").waitFor();
    expect(await attestation(page).isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Allowlist" }).fill("*.plain-fixture.com\nplain-fixture.com");
    await scope(page).getByText("In scope").waitFor();

    expect(await page.getByText("Attest first.").isVisible()).toBe(true);
    await attestation(page).check();
    await page.getByText("Attest first.").waitFor({ state: "detached" });
  });

  it("sells an audit to who attests, and shows each row with the line for the reader's server", async () => {
    const { page, trouble } = await people.open();
    await page.goto(address);
    await page.getByRole("radio", { name: /Header checklist/ }).check();
    await type(page, "plain-fixture.com");
    await scope(page).getByText("In scope").waitFor();
    await attestation(page).check();
    await buy(page);
    await report(page).getByText("Bought just now, and kept in this browser").waitFor();
    await signature(page).getByText("Signed by this service").waitFor();
    expect(await report(page).getByRole("heading", { name: "https://plain-fixture.com" }).count()).toBe(1);
    await report(page).getByLabel("Lines to set for").selectOption("Caddy");
    await report(page).getByText('header X-Content-Type-Options "nosniff"').waitFor();
    expect(await kept(page).count()).toBe(1);
    expect(trouble).toEqual([]);
    await shoot(page, "security-bought");
  });

  it("forgets an attestation when another site is named", async () => {
    const { page } = await openDesk();
    await type(page, "plain-fixture.com");
    await scope(page).getByText("In scope").waitFor();
    await attestation(page).check();
    await type(page, "hardened-fixture.com");
    await page.getByRole("checkbox", { name: /owner of hardened-fixture\.com/ }).waitFor();
    expect(await attestation(page).isChecked()).toBe(false);
    expect(await page.getByText("Attest first.").isVisible()).toBe(true);
  });

  it("scans itself for the example, whose signature holds, saved and opened again, until it is changed", async () => {
    const { page, trouble } = await openDesk();
    await report(page).getByText("Findings by category and severity").waitFor();
    await signature(page).getByText("Signed by this service").waitFor();
    for (const reported of ["What was not tested", "Soon", "Exposed files"])
      expect(await report(page).innerText()).toContain(reported);

    const file = await saved(page, "Signed JSON");
    await page.getByRole("button", { name: "Keep it among my reports" }).click();
    await expect.poll(() => kept(page).count()).toBe(1);
    await openFile(page, file);
    await report(page).getByText("Opened from a file").waitFor();
    await signature(page).getByText("Signed by this service").waitFor();
    expect(await kept(page).count()).toBe(1); // the same report

    const better = { ...JSON.parse(file), auditedAt: "2026-01-01T00:00:00.000Z" };
    better.summary = { ...better.summary, overallGrade: "A+", surfaceGrade: "elevated" };
    await openFile(page, JSON.stringify(better));
    await signature(page).getByText("Signature does not fit").waitFor();
    await expect.poll(() => kept(page).count()).toBe(2);

    for (const box of await kept(page).getByRole("checkbox").all()) await box.check();
    const comparison = page.getByRole("region", { name: "Comparison" });
    await comparison.waitFor();
    expect(await comparison.getByRole("row", { name: /^Surface elevated/ }).innerText()).toContain("Better");

    await page.reload({ waitUntil: "networkidle" });
    await expect.poll(() => kept(page).count()).toBe(2);
    await page.getByRole("button", { name: "Forget all" }).click();
    await page.getByText("No reports yet").waitFor();
    expect(await page.evaluate(() => window.localStorage.getItem("security-reports"))).toBeNull();
    expect(trouble).toEqual({ consoleErrors: [], failedRequests: [], foreignRequests: [] });
  });

  it("says so where it can't be scanned, or its scope read, and asks again on demand", async () => {
    const { page } = await home.open({ extraHTTPHeaders: { "x-forwarded-for": newAddress() } });
    await page.route("**/api/svc-security-{scan,scope}", (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<p>Log in to this network</p>" }),
    );
    await page.goto(address);
    await page.getByText("We could not scan ourselves just now").waitFor();
    await type(page, "plain-fixture.com");
    await scope(page).getByText("The service did not answer").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unrouteAll({ behavior: "wait" });
    await scope(page).getByRole("button", { name: "Try again" }).click();
    await scope(page).getByText("In scope").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await report(page).getByText("An example, live").waitFor();
  });

  it("says so where this browser has no room for the example", async () => {
    const { page } = await openDesk();
    await page.evaluate(() => {
      for (let text = "x".repeat(2 ** 20), at = 0; text !== ""; at += 1)
        try {
          localStorage.setItem(`full ${at}`, text);
        } catch {
          text = text.slice(0, text.length / 2);
        }
    });
    await page.getByRole("button", { name: "Keep it among my reports" }).click();
    await page.getByText("no room to keep it").waitFor();
    expect(await kept(page).count()).toBe(0);
  });

  it("saves SARIF that names each result's rule", async () => {
    const { page } = await openDesk();
    const { version, runs } = JSON.parse(await saved(page, "SARIF 2.1.0"));
    expect(version).toBe("2.1.0");
    for (const { ruleId, ruleIndex } of runs[0].results)
      expect(runs[0].tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });

  it("shows a hostile file as text, and runs and loads nothing of it", async () => {
    const { page, trouble } = await openDesk();
    const hostile = "<img src=x onerror='window.hit=1'><script>window.hit=1</script>";
    const file = {
      kind: "security-headers",
      host: `${hostile}\u202e`,
      target: "javascript:window.hit=1",
      auditedAt: "2026-10-07T14:02:11.000Z",
      summary: { grade: hostile, score: 1e308 },
      notes: [hostile, "x".repeat(100_000)],
      headers: [{ id: "a", title: hostile, pass: false, documentation: "javascript:window.hit=1" }],
    };
    await openFile(page, JSON.stringify(file), `${hostile}.json`);
    await signature(page).getByText("Not signed").waitFor();
    expect(await report(page).innerText()).toContain(hostile);
    expect(await report(page).locator("img, script, a").count()).toBe(0);
    expect(await page.evaluate(() => "hit" in window)).toBe(false);
    await openFile(page, "{}");
    await page.getByText("No report in that file").waitFor();
    expect(trouble).toEqual({ consoleErrors: [], failedRequests: [], foreignRequests: [] });
  });

  it("prints the report and not the ways through the site", async () => {
    const { page } = await openDesk();
    await report(page).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await report(page).isVisible()).toBe(true);
    for (const hidden of [page.getByRole("banner"), page.getByRole("textbox", { name: "Address" })])
      expect(await hidden.isVisible()).toBe(false);
  });

  it.each(["light", "dark"] as const)(
    "can be read in a %s scheme, at 360 px, report included",
    async (colorScheme) => {
      const { page } = await openDesk({ colorScheme, viewport: { width: 360, height: 740 } });
      await report(page).waitFor();
      await type(page, "plain-fixture.com");
      await scope(page).getByText("In scope").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await axeFindings(page)).toEqual([]);
      await shoot(page, `security-${colorScheme}-360`);
      const texts = await page.evaluate(textContrasts);
      expect(texts.length).toBeGreaterThan(10);
      expect(texts.filter(({ ratio, wanted }) => ratio < wanted)).toEqual([]);
    },
  );
});
