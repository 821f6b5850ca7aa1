import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { newSummary, PUBLISH, submission } from "../support/lounge-world";
import { ETHER, sandbox, shoppersHere, signButton, SOL_NAME } from "../support/pay-page";
import { asHeader, newPayer, payFor, post } from "../support/service";
import { axeFindings } from "../support/site-pages";

const people = shoppersHere();

/** A signal that a stranger published. */
async function published(): Promise<string> {
  const creator = await newPayer(sandbox, "base");
  const body = submission(creator.address, { summary: newSummary(60) });
  const payment = asHeader(await payFor(sandbox.origin, PUBLISH, creator));
  const response = await post({ origin: sandbox.origin, path: PUBLISH, body, payment });
  return ((await response.json()) as { id: string }).id; // read member by member
}

const CODE = "**/_next/static/**";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** A network that is gone, or a service that was renewed since the page was opened: no further code comes. */
async function loseCode(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.route(CODE, (route) => route.abort());
}

describe("code that does not come when it is needed", () => {
  it("takes nothing that was typed with it, and is asked for again on demand", async () => {
    const { page, trouble } = await people.open({ at: "/desks/security-scan" });
    await page.getByRole("textbox", { name: /^Target/ }).fill("https://plain-fixture.com");
    await page.getByRole("textbox", { name: /^Allowlist/ }).fill("plain-fixture.com");
    await page.getByRole("checkbox").first().check();
    await loseCode(page);
    await button(page, /^Buy for \$/).click();
    await page.getByRole("alert").getByText("did not load").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.getByRole("textbox", { name: /^Target/ }).inputValue()).toBe(
      "https://plain-fixture.com",
    );
    await page.unroute(CODE);
    await button(page, "Try again").click();
    await button(page, ETHER).waitFor();
    expect(trouble).toEqual([]);
  });

  it("is told where it would find the wallets, and found again on demand", async () => {
    const { page } = await people.open({ at: "/agents/register" });
    await loseCode(page);
    await button(page, /Solana wallet/).click();
    await page.getByRole("alert").getByText("did not load").waitFor();
    await page.unroute(CODE);
    await button(page, "Try again").click();
    await button(page, new RegExp(`${SOL_NAME}$`)).waitFor();
  });

  it("keeps nobody from reading what they paid for: it is there as it came", async () => {
    const { page, wallets } = await people.open({ at: "/desks/tvl" });
    await button(page, /^Buy for \$/).click();
    await button(page, ETHER).click();
    await signButton(page).waitFor();
    await loseCode(page);
    await signButton(page).click();
    const answer = page.getByRole("region", { name: /^Your answer, as it came/ });
    await answer.waitFor();
    expect(JSON.parse(await answer.innerText())).toMatchObject({ ok: true, kind: "intel-tvl" });
    expect(await axeFindings(page)).toEqual([]);
    expect(wallets.asked()).toBe(1);
  });
});

describe("a bought answer that is of another form than its page reads", () => {
  it("is shown as it came where a signal was unlocked, and the signal's own is there afterwards", async () => {
    const id = await published();
    const { page, wallets } = await people.open({ at: `/lounge/signal?id=${id}` });
    const stranger = { status: "ok", of: "another service" };
    await page.route("**/api/lounge-signal-open", (route) =>
      "payment-signature" in route.request().headers() ? route.fulfill({ json: stranger }) : route.continue(),
    );
    await button(page, /^Buy for \$/).click();
    await button(page, ETHER).click();
    await signButton(page).click();
    const answer = page.getByRole("region", { name: "The answer" });
    await answer.waitFor();
    expect(JSON.parse(await answer.innerText())).toEqual(stranger);
    await page.unrouteAll({ behavior: "wait" });
    await button(page, "Close").click();
    await button(page, "Show the answer you bought").click();
    await page.getByRole("heading", { name: "The full text" }).waitFor();
    expect(wallets.asked()).toBe(1);
  });
});

describe("an answer that is not of the form that a page reads", () => {
  it.each([
    { at: "/lounge", route: "**/api/lounge-feed*", member: "signals", what: "the feed" },
    { at: "/agents", route: "**/api/agent-identity*", member: "agents", what: "the directory" },
  ])("leaves the page at $at standing, and is asked for again", async ({ at, route, member, what }) => {
    const { page } = await people.open({ at: "/not-advice" });
    await page.route(route, async (asked) => {
      const response = await asked.fetch();
      const answer = (await response.json()) as object;
      await asked.fulfill({ response, json: { ...answer, [member]: [{}] } });
    });
    await page.goto(new URL(at, page.url()).href);
    await page.getByText(`Could not read ${what}`).waitFor();
    expect(await page.getByRole("navigation").count()).toBeGreaterThan(0);
    await page.unroute(route);
    await button(page, "Try again").click();
    await page.getByText(`Could not read ${what}`).waitFor({ state: "detached" });
  });
});
