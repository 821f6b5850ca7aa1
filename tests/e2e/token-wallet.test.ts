import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser } from "../support/browser";
import { DAY_MS, newHolder, ONE, type Holder } from "../support/holders";
import { startTokenWorld, TIERS, type TokenWorld } from "../support/own-token";
import { shoot } from "../support/pay-page";
import { newAddress, newPrefix, startInstance } from "../support/service";
import { axeFindings } from "../support/site-pages";
import { world } from "../support/world";

/** An instance of the service whose token is launched, on a chain of its own where a wallet has held some since yesterday. */
let token: TokenWorld;
let instance: Awaited<ReturnType<typeof startInstance>>;
let browser: Browser;
let holder: Holder;
let newcomer: Holder;
beforeAll(async () => {
  token = await startTokenWorld({}, DAY_MS);
  holder = await newHolder(token, BigInt(TIERS.executive) * ONE);
  token.chain.advance(DAY_MS);
  newcomer = await newHolder(token, BigInt(TIERS.president) * ONE);
  const { PUBLIC_ORIGIN: _, LOCAL_WORLD: __, ...settings } = token.settings;
  const env = { ...settings, STORE_PREFIX: newPrefix("token"), SOLANA_PAY_TO: token.treasury.address };
  [instance, browser] = await Promise.all([startInstance(world(), "token-wallet", env), launchBrowser()]);
}, 120_000);
afterAll(async () => {
  await Promise.all([browser.close(), instance.stop()]);
  await token.close();
});

async function open(path: string) {
  const context = await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" },
    extraHTTPHeaders: { "x-forwarded-for": newAddress() },
  });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
  await page.goto(instance.origin + path, { waitUntil: "networkidle" });
  return { page, trouble, close: () => context.close() };
}

vi.setConfig({ testTimeout: 90_000 });
describe("the launched token's page", () => {
  it("shows what a wallet has that held the token at midnight, as the free route tells it", async () => {
    const { page, trouble, close } = await open("/token");
    await page.getByRole("heading", { name: "What a wallet has" }).waitFor();
    await page.getByLabel("Solana wallet").fill(holder.wallet);
    await page.getByRole("button", { name: "Show what it has" }).press("Enter");
    await page.waitForURL(/wallet=/);
    const state = page.getByRole("region", { name: "What a wallet has" });
    await state.getByText("Executive", { exact: true }).waitFor();
    const told = (await (
      await fetch(`${instance.origin}/api/tcx-credits?wallet=${holder.wallet}`, {
        headers: { "x-forwarded-for": newAddress() },
      })
    ).json()) as { tier: string; entitled: { freeDesks: { left: number }; freeAudits: { left: number } } };
    expect(told.tier).toBe("Executive");
    const text = (await state.innerText()).replaceAll(/\s+/g, " ");
    expect(text).toContain(holder.wallet);
    expect(text).toContain("10,000");
    expect(text).toContain(`${told.entitled.freeDesks.left} left today`);
    expect(text).toContain("as deep as Executive's");
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await shoot(page, "token-wallet-360");
    expect(trouble).toEqual([]);
    await close();
  });

  it("says of a wallet that bought today what it holds, and why that does not count yet", async () => {
    const { page, close } = await open(`/token?wallet=${newcomer.wallet}`);
    const state = page.getByRole("region", { name: "What a wallet has" });
    await state.getByText("Guest", { exact: true }).waitFor();
    const text = (await state.innerText()).replaceAll(/\s+/g, " ");
    expect(text).toContain("100,000");
    expect(text.match(/not entitled/g)).toHaveLength(2);
    expect(text).toMatch(/00:00 UTC|midnight/);
    await close();
  });

  it("says of an address that is none what it is not, and asks nothing", async () => {
    const { page, close } = await open("/token?wallet=nobody");
    await page.getByText("This is no address of Solana.").waitFor();
    expect(await page.getByLabel("Solana wallet").getAttribute("aria-invalid")).toBe("true");
    await close();
  });
});
