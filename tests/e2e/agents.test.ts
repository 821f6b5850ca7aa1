import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { newEvmWallet } from "@/sandbox/accounts";
import { ETHER_NAME, SOL_NAME, shoot, shoppersHere } from "../support/pay-page";
import { axeFindings, origin } from "../support/site-pages";

const people = shoppersHere();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Goes to a control by Tab alone, and presses Enter on it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).first().waitFor();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    const isThere = await button(page, name).evaluateAll((all) =>
      all.some((one) => one === document.activeElement),
    );
    if (isThere) return page.keyboard.press("Enter");
  }
  throw new Error(`no Tab leads to ${String(name)}`);
}

describe("an agent's owner, by keyboard alone", () => {
  it("registers it, proves both wallets, and links it on the local chain", async () => {
    const { page, wallets, trouble } = await people.open({ at: "/agents/register" });
    await wallets.evm.fundFees();
    await press(page, "Take it from an Ethereum wallet");
    await press(page, `Take it from ${ETHER_NAME}`);
    await page.getByText("Taken from the wallet").waitFor();
    await page.getByLabel("Solana address").fill(wallets.solana.address);
    await page.getByLabel("Name").fill("Tape <b>reader</b> \u202eyours");
    await press(page, "Register, free");
    const toPage = page.getByRole("link", { name: "To its page" });
    await toPage.waitFor();
    expect(wallets.asked()).toBe(0);
    await toPage.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Nothing proved").waitFor();
    expect(await page.locator("b", { hasText: "reader" }).count()).toBe(0);

    await press(page, /^Prove it with/);
    await press(page, `Prove with ${SOL_NAME}`);
    await page.getByRole("status").getByText("Proved", { exact: true }).waitFor();
    await press(page, /^Prove it with/);
    await press(page, `Prove with ${ETHER_NAME}`);
    await page.getByText(`${wallets.evm.address} is this agent's`).waitFor();
    expect(wallets.asked()).toBe(2);
    // What its owner typed when it was registered is signed with the first proof, and stays.
    await page.reload();
    await page.getByRole("heading", { level: 2, name: "Tape reader yours", exact: true }).waitFor();

    await press(page, "Prepare the call");
    await press(page, "Send it with a wallet");
    await press(page, `Send with ${ETHER_NAME}`);
    await page.getByText("Linked on chain").waitFor({ timeout: 40_000 });
    await page.getByText(/^On chain, token \d+$/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "agent-linked");
    expect(trouble).toEqual([]);

    await page.getByRole("link", { name: "Rate it on chain" }).click();
    await page.getByLabel("Transaction of the payment").fill(`0x${"8a".repeat(32)}`);
    await page.getByLabel("Rating").fill("90");
    await press(page, "Show what it would publish");
    await page.getByText("This publishes a purchase").waitFor();
    expect(await button(page, "Sign with the wallet that paid").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "agent-feedback");
    await page.getByLabel("I want that shown to everybody").check();
    await press(page, "Sign with the wallet that paid");
    await press(page, `Sign with ${ETHER_NAME}`);
    await page.getByRole("alert").getByText("Not written").waitFor();

    await page.goto(`${origin}/agents?kind=proved`);
    await page.getByRole("heading", { name: /Tape/ }).first().waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "agents-directory");
  });
});

describe("what stands in an owner's way, each in its own words", () => {
  it("another account, a declined message, a link that is none", async () => {
    const { page, wallets } = await people.open({ at: "/agents/register" });
    await page.getByLabel("EVM address").fill(newEvmWallet().address);
    await button(page, "Register, free").click();
    await page.getByRole("link", { name: "To its page" }).click();
    await button(page, /^Prove it with/).click();
    await button(page, `Prove with ${ETHER_NAME}`).click();
    await page.getByRole("alert").getByText("Another account").waitFor();
    expect(wallets.asked()).toBe(0);
    await page.getByLabel(/^Sent already\?/).fill(`0x${"ab".repeat(31)}`);
    await button(page, "Link by this hash").click();
    await page.getByText("Is no transaction’s hash").or(page.getByText("Is no transaction's hash")).waitFor();

    await page.goto(`${origin}/agents/register`);
    await page.getByLabel("EVM address").fill(wallets.evm.address);
    await button(page, "Register, free").click();
    await page.getByRole("link", { name: "To its page" }).click();
    wallets.answer = "reject";
    await button(page, /^Prove it with/).click();
    await button(page, `Prove with ${ETHER_NAME}`).click();
    await page.getByRole("alert").getByText("Rejected in the wallet").waitFor();
    expect(await page.getByText("Nothing proved").count()).toBe(1);
  });

  it("an answer that is lost, of which nobody knows whether the request arrived", async () => {
    const { page, wallets } = await people.open({ at: "/agents/register" });
    await page.getByLabel("EVM address").fill(wallets.evm.address);
    await page.route("**/api/agent-identity", async (route) => {
      await route.fetch();
      await route.fulfill({ status: 200, contentType: "text/html", body: "<p>Log in to this network</p>" });
    });
    await button(page, "Register, free").click();
    const alert = page.getByRole("alert").getByText("Not known whether it arrived");
    await alert.waitFor();
    await page.unroute("**/api/agent-identity");
    await button(page, "Register, free").click();
    await page.getByText(/^It is known as agt_/).waitFor();
  });

  it("a secret key in a field never leaves the page", async () => {
    const { page } = await people.open({ at: "/agents/register" });
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.postData() ?? ""));
    const key = newEvmWallet().privateKey;
    await page.getByLabel("EVM address").fill(key);
    await button(page, "Register, free").click();
    await page.getByText(/looks like a secret key/).waitFor();
    await page.waitForTimeout(200);
    expect(sent.filter((body) => body.includes(key.slice(2)))).toEqual([]);
  });
});
