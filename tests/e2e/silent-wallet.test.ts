import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { newSummary } from "../support/lounge-world";
import {
  alertOf,
  answerOf,
  buyButton,
  ETHER,
  ETHER_NAME,
  PRICE,
  shoppersHere,
  signButton,
  SOL,
  SOL_NAME,
  toOffer,
} from "../support/pay-page";
import { axeFindings } from "../support/site-pages";

const people = shoppersHere();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function stopWaiting(page: Page): Promise<string> {
  await button(page, "Stop waiting").click();
  await alertOf(page).getByText("You stopped waiting for the wallet").waitFor();
  return alertOf(page).innerText();
}

describe("a wallet that never answers, while something is bought", () => {
  it.each([
    { wallet: ETHER, method: "eth_requestAccounts" },
    { wallet: ETHER, method: "eth_chainId" },
    { wallet: SOL, method: "connect" },
  ])("is left at $method, and another pays", async ({ wallet, method }) => {
    const { page, wallets, trouble } = await people.open();
    wallets.silent.add(method);
    await buyButton(page).click();
    await button(page, wallet).click();
    await button(page, "Stop waiting").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await stopWaiting(page)).toContain("Nothing was charged");
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await button(page, "Back to the offer").click();
    await button(page, wallet === SOL ? ETHER : SOL).click();
    await signButton(page).click();
    await answerOf(page).waitFor();
    expect(wallets.asked()).toBe(1);
    expect(trouble).toEqual([]);
  });

  it("is left while it switches its network", async () => {
    const { page, wallets } = await people.open();
    wallets.chainId = 1;
    wallets.silent.add("wallet_switchEthereumChain");
    await toOffer(page);
    await button(page, "Switch to Base Sepolia").click();
    await stopWaiting(page);
    await button(page, "Back to the offer").click();
    await button(page, SOL).waitFor();
  });

  it.each([
    { wallet: ETHER, family: "evm" },
    { wallet: SOL, family: "solana" },
  ] as const)(
    "is left while it signs, and what $wallet signs later is not sent",
    async ({ wallet, family }) => {
      const { page, wallets } = await people.open();
      let sign = (): void => undefined;
      wallets.answer = new Promise<void>((resolve) => (sign = resolve));
      const sent: string[] = [];
      page.on("request", (request) => {
        if ("payment-signature" in request.headers()) sent.push(request.url());
      });
      await toOffer(page, wallet);
      await signButton(page).click();
      await expect.poll(() => wallets.asked()).toBe(1);
      expect(await stopWaiting(page)).toContain("Nothing was charged");
      sign();
      await page.waitForTimeout(500);
      expect(sent).toEqual([]);
      expect(await wallets[family].balance()).toBe(1_000_000n);
      // It counts against no limit, holds no other tab up, and the same wallet pays after all.
      expect(await page.getByRole("region", { name: "Spending" }).getByRole("listitem").count()).toBe(0);
      wallets.answer = "agree";
      await button(page, "Back to the offer").click();
      await button(page, wallet).click();
      await signButton(page).click();
      await answerOf(page).waitFor();
      expect(await wallets[family].balance()).toBe(1_000_000n - PRICE);
    },
  );
});

describe("a wallet that never answers, where nothing is bought", () => {
  it("is left at the creator's signature, which can be given after all", async () => {
    const { page, wallets } = await people.open({ at: "/lounge/publish" });
    await page.getByLabel("Title", { exact: true }).fill("Basis turns");
    await page.getByLabel("Text", { exact: true }).fill(newSummary(60));
    await page.getByLabel("Categories").fill("btc short");
    await page.getByLabel("Creator's wallet", { exact: true }).fill(wallets.evm.address);
    wallets.silent.add("personal_sign");
    await button(page, "Sign as the creator").click();
    await button(page, `Sign as the creator with ${ETHER_NAME}`).click();
    await page.getByText("Sign the message in the wallet").waitFor();
    await stopWaiting(page);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    wallets.silent.clear();
    await button(page, `Sign as the creator with ${ETHER_NAME}`).click();
    await page.getByText("Signed by the creator").waitFor();
  });

  it("is left where an address is taken from it", async () => {
    const { page, wallets } = await people.open({ at: "/agents/register" });
    wallets.silent.add("connect");
    await page.getByRole("button", { name: /Solana wallet/ }).click();
    await page.getByRole("button", { name: new RegExp(`${SOL_NAME}$`) }).click();
    await stopWaiting(page);
    wallets.silent.clear();
    await page.getByRole("button", { name: new RegExp(`${SOL_NAME}$`) }).click();
    await page.getByText("Taken from the wallet").waitFor();
  });
});
