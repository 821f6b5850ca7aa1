import { describe, expect, it } from "vitest";
import {
  alertOf,
  answerOf,
  buy,
  buyButton,
  ETHER,
  fulfil,
  loseAnswer,
  onPaid,
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

describe("an answer that gets lost", () => {
  it("is fetched again with the same payment", async () => {
    const { page, wallets } = await people.open();
    await onPaid(page, (route, count) => (count === 1 ? loseAnswer(route) : null));
    await buy(page);
    await answerOf(page).waitFor();
    expect(await page.getByText("not charged again").count()).toBe(1);
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(1_000_000n - PRICE);
  });

  it.each([
    { wallet: ETHER, family: "evm" },
    { wallet: SOL, family: "solana" },
  ] as const)(
    "is fetched after the page was left in the middle, with $wallet",
    async ({ wallet, family }) => {
      const { page, wallets } = await people.open();
      let lost = (): void => undefined;
      const isLost = new Promise<void>((resolve) => (lost = resolve));
      await onPaid(page, async (route) => {
        await loseAnswer(route);
        lost();
      });
      await buy(page, wallet);
      await isLost;
      await page.goto("about:blank");
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.goBack();
      await page.getByText("A payment for this call has no answer yet").waitFor();
      expect(await buyButton(page).count()).toBe(0);
      await page.getByRole("button", { name: "Fetch the answer" }).click();
      await answerOf(page).waitFor();
      expect(wallets.asked()).toBe(1);
      expect(await wallets[family].balance()).toBe(1_000_000n - PRICE);

      await page.reload();
      await page.getByRole("button", { name: "Show the answer you bought" }).click();
      await answerOf(page).waitFor();
      expect(wallets.asked()).toBe(1);
      expect(await wallets[family].balance()).toBe(1_000_000n - PRICE);
    },
  );
});

describe("two tabs", () => {
  it("buy one call once: while one is at it the other waits, and then reads the same answer", async () => {
    const { context, page, wallets } = await people.open();
    const other = await context.newPage();
    await other.goto(payAddress());
    await toOffer(other);
    await signButton(other).waitFor();
    let sign = (): void => undefined;
    wallets.answer = new Promise<void>((resolve) => (sign = resolve));
    await buy(page);
    await expect.poll(() => wallets.asked()).toBe(1);
    await signButton(other).click();
    await alertOf(other).getByText("another tab").first().waitFor();
    sign();
    await answerOf(page).waitFor();
    await other.getByRole("button", { name: "Look again" }).click();
    await answerOf(other).waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(1_000_000n - PRICE);
  });
});

describe("what stands in the way, each in its own words", () => {
  it("a signature that was rejected, which can be given after all", async () => {
    const { page, wallets } = await people.open();
    wallets.answer = "reject";
    await buy(page);
    await alertOf(page).getByText("Rejected in the wallet").waitFor();
    expect(await alertOf(page).innerText()).toContain("Nothing was charged");
    await shoot(page, "pay-rejected");
    wallets.answer = "agree";
    await page.getByRole("button", { name: "Back to the offer" }).click();
    await page.getByRole("button", { name: SOL }).click();
    await signButton(page).click();
    await answerOf(page).waitFor();
    expect(await wallets.solana.balance()).toBe(1_000_000n - PRICE);
    expect(await wallets.evm.balance()).toBe(1_000_000n);
  });

  it("a wallet on another network, which is asked to switch, and one that has to learn it first", async () => {
    const { page, wallets } = await people.open();
    wallets.chainId = 1;
    wallets.known.delete(sandbox.evm.chainId);
    await toOffer(page);
    await alertOf(page).getByText("on another network").waitFor();
    expect(wallets.asked()).toBe(0);
    await page.getByRole("button", { name: "Switch to Base Sepolia" }).click();
    await signButton(page).waitFor();
    expect(wallets.chainId).toBe(sandbox.evm.chainId);
  });

  it("no funds and no token account, before anything is signed", async () => {
    const { page, wallets } = await people.open({ funds: { evm: 5_000n, solana: null } });
    await toOffer(page);
    await alertOf(page).getByText("Not enough USDC").waitFor();
    expect(await alertOf(page).innerText()).toContain("$0.005");
    await wallets.evm.fund(1_000_000n);
    await page.getByRole("button", { name: "Look again" }).click();
    await signButton(page).waitFor();
    await page.getByRole("button", { name: "Another wallet" }).click();
    await page.getByRole("button", { name: SOL }).click();
    await alertOf(page).getByText("No USDC account").waitFor();
    await wallets.solana.fund(1_000n);
    await page.getByRole("button", { name: "Look again" }).click();
    await alertOf(page).getByText("Not enough USDC").waitFor();
    expect(wallets.asked()).toBe(0);
  });

  it.each([
    { hours: -24, told: "24 hours behind" },
    { hours: 2, told: "2 hours ahead" },
  ])("a clock that is $hours h off, before the wallet signs in vain", async ({ hours, told }) => {
    const { page, wallets } = await people.open();
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await page.reload();
    await buy(page);
    await alertOf(page).getByText("clock is wrong").waitFor();
    expect(await alertOf(page).innerText()).toContain(told);
    expect(wallets.asked()).toBe(0);
    // What Solana's wallets sign carries no time of this device's.
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByRole("button", { name: SOL }).click();
    await signButton(page).click();
    await answerOf(page).waitFor();
    expect(await wallets.solana.balance()).toBe(1_000_000n - PRICE);
  });

  it("a price above the one on the page, which is agreed to or not signed", async () => {
    const { page, wallets } = await people.open();
    await page.route(`**${PATH}`, async (route) => {
      const response = await route.fetch();
      const header = response.headers()["payment-required"];
      if (header === undefined) return route.fulfill({ response });
      const required = JSON.parse(Buffer.from(header, "base64").toString()) as {
        accepts: { amount: string }[];
      }; // x402's own format
      for (const offer of required.accepts) offer.amount = "30000";
      const raised = Buffer.from(JSON.stringify(required)).toString("base64");
      return route.fulfill({ response, headers: { ...response.headers(), "payment-required": raised } });
    });
    await toOffer(page);
    await page.getByText("The price rose.").waitFor();
    await signButton(page).click({ force: true });
    await page.waitForTimeout(200);
    expect(wallets.asked()).toBe(0);
    await page.getByLabel("I agree to pay $0.03").check();
    await signButton(page).click();
    await expect.poll(() => wallets.asked()).toBe(1);
    // The service knows nothing of that price.
    await alertOf(page).getByText("was not accepted").waitFor();
    expect(await wallets.evm.balance()).toBe(1_000_000n);
  });

  it.each([
    [402, { code: "payment_required", reason: "expired" }, "The offer ran out", "Nothing was charged"],
    [
      402,
      { code: "payment_required", reason: "insufficient_funds" },
      "Not enough USDC",
      "Nothing was charged",
    ],
    [409, { code: "payment_spent" }, "was used before", "paid before"],
    [410, { code: "answer_expired" }, "no longer kept", "paid before"],
    [429, { code: "rate_limited" }, "Too many calls", "Nothing was charged"],
    [
      503,
      { code: "payments_unavailable", error: "No facilitator can take it." },
      "can't be settled",
      "Nothing was charged",
    ],
    [
      503,
      { code: "data_unavailable", error: "Too little fresh data." },
      "can't be sold",
      "Nothing was charged",
    ],
    [
      400,
      { code: "invalid_request", error: "The request is wrong." },
      "The request is wrong",
      "Nothing was charged",
    ],
  ])("an answer %i %o", async (status, body, title, money) => {
    const { page } = await people.open();
    await onPaid(page, (route) => fulfil(route, status, { error: "x", ...body }));
    await buy(page);
    await alertOf(page).getByText(title).first().waitFor();
    expect(await alertOf(page).innerText()).toContain(money);
  });

  it("a refusal that time mends sends the same payment again, and signs no second one", async () => {
    const { page, wallets } = await people.open();
    await onPaid(page, (route, count) =>
      count === 1 ? fulfil(route, 503, { error: "No facilitator.", code: "payments_unavailable" }) : null,
    );
    await buy(page);
    await page.getByRole("button", { name: "Send the same payment again" }).click();
    await answerOf(page).waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(1_000_000n - PRICE);
  });

  it("a failure that leaves open whether it was charged keeps the payment, which then fetches the answer", async () => {
    const { page, wallets } = await people.open();
    const error = "The ledger can't be reached at the moment. Send the same again; don't sign another.";
    await onPaid(page, (route, count) =>
      count === 1 ? fulfil(route, 503, { error, code: "store_unavailable" }) : null,
    );
    await buy(page);
    await alertOf(page).getByText("The answer is not here yet").waitFor();
    await page.getByRole("button", { name: "Fetch the answer" }).click();
    await answerOf(page).waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(1_000_000n - PRICE);
  });

  it("the person's own limit, before the wallet is asked", async () => {
    const { page, wallets } = await people.open();
    await page.getByLabel(/Most a day/).fill("0.03");
    await page.getByRole("button", { name: "Set the limit" }).click();
    await page.getByText("of $0.03").waitFor();
    await buy(page);
    await answerOf(page).waitFor();
    await page.getByText("$0.02 of $0.03").waitFor();
    await page.reload();
    await page.getByText("$0.02 of $0.03").waitFor();
    await buyButton(page).click();
    await page.getByRole("button", { name: ETHER }).click();
    await signButton(page).click();
    await alertOf(page).getByText("Over your daily limit").waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await page.getByRole("region", { name: "Spending" }).getByRole("listitem").count()).toBe(1);
    await shoot(page, "pay-limit");
  });

  it("a request that is none, and a route that is none: nothing can be bought", async () => {
    const { page } = await people.open({ body: '["<img src=x onerror=alert(1)>"]' });
    await page.getByText("no JSON object").waitFor();
    await page.goto(`${sandbox.origin}/pay?route=https://evil.example/api/x`);
    await page.getByText("names no route").waitFor();
    expect(await buyButton(page).count()).toBe(0);
  });
});
