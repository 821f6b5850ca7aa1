import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { newSummary } from "../support/lounge-world";
import { ETHER_NAME, SOL, sandbox, shoot, shoppersHere } from "../support/pay-page";
import { newAddress } from "../support/service";
import { axeFindings } from "../support/site-pages";

const { origin } = sandbox;

const people = shoppersHere();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function write(page: Page, creator: string): Promise<void> {
  await page.getByLabel("Title", { exact: true }).fill("Basis turns");
  await page.getByLabel("Text", { exact: true }).fill(newSummary(60));
  await page.getByLabel("Categories").fill("btc short");
  await page.getByLabel("Creator's wallet", { exact: true }).fill(creator);
}

async function signAsCreator(page: Page): Promise<void> {
  await button(page, "Sign as the creator").click();
  await button(page, `Sign as the creator with ${ETHER_NAME}`).click();
}

async function buyWithSolana(page: Page): Promise<string> {
  await button(page, /^Buy for \$0\.02/).click();
  await button(page, SOL).click();
  await button(page, /^Sign and pay/).click();
  const link = page.getByRole("link", { name: /^sig_/ });
  await link.waitFor({ timeout: 40_000 });
  return link.innerText();
}

const proofOf = async (id: string): Promise<unknown> => {
  const headers = { "x-forwarded-for": newAddress() };
  const feed = (await (await fetch(`${origin}/api/lounge-feed?limit=50`, { headers })).json()) as {
    signals: { signalId: string; creator: { wallet: string; proof: string } }[];
  };
  return feed.signals.find(({ signalId }) => signalId === id)?.creator;
};

describe("a creator whose signal another wallet pays for", () => {
  it("signs for it with the one that is named, and counts as proved", async () => {
    const { page, wallets, trouble } = await people.open({ at: "/lounge/publish" });
    await write(page, wallets.evm.address);
    await signAsCreator(page);
    await page.getByText("Signed by the creator").waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "publish-signed");
    const before = await wallets.evm.balance();
    const id = await buyWithSolana(page);
    expect(await wallets.evm.balance()).toBe(before); // the other wallet paid
    expect(await proofOf(id)).toMatchObject({ wallet: wallets.evm.address.toLowerCase(), proof: "sign-in" });
    await page.goto(`${origin}/lounge/signal?id=${id}`);
    await page.getByText("Signed by this wallet").first().waitFor();
    expect(trouble).toEqual([]);
  }, 120_000);

  it("counts as proved where the payment never arrived and is sent again after a reload", async () => {
    const { page, wallets } = await people.open({ at: "/lounge/publish" });
    let lost = (): void => undefined;
    const isLost = new Promise<void>((resolve) => (lost = resolve));
    await page.route("**/api/lounge-signal-publish", (route) => {
      if (!("payment-signature" in route.request().headers())) return route.continue();
      lost();
      return route.abort("connectionreset"); // before the service has it
    });
    await write(page, wallets.evm.address);
    await signAsCreator(page);
    await page.getByText("Signed by the creator").waitFor();
    await button(page, /^Buy for \$0\.02/).click();
    await button(page, SOL).click();
    await button(page, /^Sign and pay/).click();
    await isLost;
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await page.getByRole("link", { name: "Fetch its answer" }).click();
    await button(page, "Fetch the answer").click();
    const answer = await page
      .getByText(/sig_[0-9a-f]{24}/)
      .first()
      .innerText();
    const id = /sig_[0-9a-f]{24}/.exec(answer)?.[0] ?? "";
    expect(await proofOf(id)).toMatchObject({ wallet: wallets.evm.address.toLowerCase(), proof: "sign-in" });
    expect(wallets.asked()).toBe(2);
  }, 120_000);

  it("has no proof of a text that was changed after the signature, and is told so", async () => {
    const { page, wallets } = await people.open({ at: "/lounge/publish" });
    await write(page, wallets.evm.address);
    await signAsCreator(page);
    await page.getByText("Signed by the creator").waitFor();
    await page.getByLabel("Title", { exact: true }).fill("Basis turns again");
    expect(await page.getByText("Signed by the creator").count()).toBe(0);
    const id = await buyWithSolana(page);
    expect(await proofOf(id)).toMatchObject({ proof: "unproved" });
  }, 120_000);

  it("is not signed for by another wallet, nor before the form is right", async () => {
    const { page, wallets } = await people.open({ at: "/lounge/publish" });
    await signAsCreator(page);
    await page.getByText("Correct what the form says first.").waitFor();
    await write(page, `0x${"ab".repeat(20)}`);
    await button(page, `Sign as the creator with ${ETHER_NAME}`).click();
    await page.getByRole("alert").getByText("Another account").waitFor();
    expect(wallets.asked()).toBe(0);
  });
});
