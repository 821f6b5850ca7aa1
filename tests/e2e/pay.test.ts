import { describe, expect, it } from "vitest";
import { pressAt } from "../support/by-keyboard";
import {
  answerOf,
  buy,
  buyButton,
  ETHER,
  PATH,
  payAddress,
  PRICE,
  sandbox,
  shoot,
  shoppersHere,
  signButton,
  SOL,
  toOffer,
} from "../support/pay-page";

const people = shoppersHere();

describe("buying in a browser", () => {
  it.each([
    { chain: "Base Sepolia", wallet: ETHER, family: "evm", payTo: sandbox.evm.payTo },
    { chain: "Solana Devnet", wallet: SOL, family: "solana", payTo: sandbox.solana.payTo },
  ] as const)(
    "pays on $chain with a wallet that signs for real, all told before the signature",
    async (on) => {
      const { page, wallets, trouble } = await people.open();
      const before = await wallets[on.family].balance();
      await toOffer(page, on.wallet);
      await signButton(page).waitFor();
      const reported = await page.getByRole("region", { name: "Purchase" }).innerText();
      for (const part of [
        "0.02 USDC",
        on.chain,
        on.payTo,
        wallets[on.family].address,
        PATH,
        "s after you sign",
      ])
        expect(reported).toContain(part);
      expect(wallets.asked()).toBe(0);
      await shoot(page, `pay-offer-${on.family}`);

      await signButton(page).click();
      await answerOf(page).waitFor();
      expect(JSON.parse(await answerOf(page).innerText())).toMatchObject({ ok: true, kind: "intel-tvl" });
      expect(wallets.asked()).toBe(1);
      expect(await wallets[on.family].balance()).toBe(before - PRICE);
      const receipt = page.getByRole("region", { name: "Receipt" });
      expect((await receipt.innerText()).toLowerCase()).toContain(wallets[on.family].address.toLowerCase());
      expect(await receipt.getByRole("link").getAttribute("href")).toMatch(/^https:\/\/.+\/tx\/\w+/);
      expect(trouble).toEqual([]);
      await shoot(page, `pay-bought-${on.family}`);
    },
  );

  it("leaves its signed receipt with the first page, which checks it in the browser", async () => {
    const { page, trouble } = await people.open();
    await page.goto(sandbox.origin);
    const shown = page.getByRole("status", { name: "Receipt" });
    await shown.getByText("This browser keeps no receipt yet.").waitFor();
    await page.goto(payAddress());
    await buy(page);
    await answerOf(page).waitFor();
    const answered = await page.evaluate(() => window.localStorage.getItem("pay:spent"));
    await page.goto(sandbox.origin);
    await shown.getByText("Signed by this service").waitFor();
    for (const part of [sandbox.origin + PATH, "0.02 USDC", "Base Sepolia"])
      expect(await shown.innerText()).toContain(part);
    const [, signed = ""] = /"receipt":"([^"]+)"/.exec(answered ?? "") ?? [];
    const [head, payload = "", signature] = signed.split(".");
    const changed = Buffer.from(payload, "base64url").toString().replace('"20000"', '"90000"');
    const forged = [head, Buffer.from(changed).toString("base64url"), signature].join(".");
    expect(forged).not.toBe(signed);
    await page.getByLabel("Check a receipt").fill(forged);
    await shown.getByText("Signature does not fit").waitFor();
    expect(await shown.innerText()).not.toContain("USDC");
    await page.getByLabel("Check a receipt").fill(`PAYMENT-RESPONSE: ${"x".repeat(9)}`);
    await shown.getByText("This is not a signed receipt.").waitFor();
    await page.getByLabel("Check a receipt").fill(signed);
    await shown.getByText("Signed by this service").waitFor();
    expect(trouble).toEqual([]);
    await shoot(page, "home-receipt");
  });

  it("loads nothing that knows of wallets, and asks nothing, before the button is pressed", async () => {
    const { page, wallets } = await people.open();
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.waitForTimeout(300);
    expect(asked).toEqual([]);
    await buyButton(page).click();
    await page.getByRole("button", { name: ETHER }).waitFor();
    expect(asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(1);
    expect(asked.filter((path) => path === PATH)).toHaveLength(1);
    expect(wallets.asked()).toBe(0);
  });

  it("shows what a desk's page sold as the sample beside it is read, with the JSON one key away", async () => {
    const { page, trouble } = await people.open({ at: "/desks/tvl" });
    await buy(page);
    const answer = answerOf(page);
    await answer.getByRole("table").first().waitFor();
    expect(await answer.getByText("Data as of").count()).toBe(1);
    await answer.getByRole("tab", { name: "Answer" }).press("ArrowRight");
    const json = await answer.getByRole("region", { name: "The answer as JSON" }).innerText();
    expect(JSON.parse(json)).toMatchObject({ ok: true, kind: "intel-tvl" });
    expect(trouble).toEqual([]);
    await shoot(page, "desk-bought");
  });

  it("signs once, however often the button is pressed", async () => {
    const { page, wallets } = await people.open();
    await toOffer(page);
    await signButton(page).evaluate((button) => {
      for (let press = 0; press < 5; press += 1) (button as HTMLButtonElement).click();
    });
    await answerOf(page).waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(1_000_000n - PRICE);
  });
});

describe("the page that pays", () => {
  it.each([360, 1440])("fits %i px, from the offer to the answer", async (width) => {
    const { page } = await people.open({ width });
    const fits = async (): Promise<void> => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over).toBeLessThanOrEqual(0);
    };
    await fits();
    await toOffer(page);
    await signButton(page).waitFor();
    await fits();
    await shoot(page, `pay-offer-${width}`);
    await signButton(page).click();
    await answerOf(page).waitFor();
    await fits();
    await shoot(page, `pay-answer-${width}`);
  });

  it("is paid by keyboard alone, the focus where the next thing is", async () => {
    const { page, wallets } = await people.open();
    await buyButton(page).focus();
    await page.keyboard.press("Enter");
    const wallet = page.getByRole("button", { name: ETHER });
    await wallet.waitFor();
    await pressAt(page, /Ether Test/);
    await signButton(page).waitFor();
    await pressAt(page, /^Sign and pay/);
    await answerOf(page).waitFor();
    expect(wallets.asked()).toBe(1);
  });
});
