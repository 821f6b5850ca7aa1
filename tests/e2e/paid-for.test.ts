import { describe, expect, it } from "vitest";
import { newSummary, PUBLISH, submission } from "../support/lounge-world";
import {
  alertOf,
  answerOf,
  buy,
  buyButton,
  loseAnswer,
  onPaid,
  PRICE,
  sandbox,
  shoppersHere,
} from "../support/pay-page";
import { asHeader, newPayer, payFor, post } from "../support/service";

const people = shoppersHere();

describe("what was paid for is not lost", () => {
  it.each([
    ["a network's own page", "text/html", "<html>Sign in to this network</html>"],
    ["half of the answer", "application/json", '{"ok":true,"kind":"intel'],
    ["nothing", "application/json", ""],
  ])("where %s comes in its place with 200: it is fetched again", async (_, contentType, body) => {
    const { page, wallets } = await people.open();
    await onPaid(page, async (route, count) => {
      if (count > 1) return route.continue();
      await route.fetch();
      return route.fulfill({ status: 200, contentType, body });
    });
    await buy(page);
    await answerOf(page).getByText('"intel-tvl"').waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(1_000_000n - PRICE);
  });

  it("where the form that asked was emptied by a reload: it leads to the payment without an answer", async () => {
    const { page, wallets } = await people.open({ at: "/desks/yields" });
    const path = "/api/svc-intel-yields";
    await page.getByLabel("Project").fill("aave");
    await page.route(`**${path}`, (route) =>
      "payment-signature" in route.request().headers() ? loseAnswer(route) : route.continue(),
    );
    await buy(page);
    await expect.poll(() => wallets.asked()).toBe(1);
    await page.getByText("sending the same payment again").waitFor();
    const before = await wallets.evm.balance();
    expect(before).toBeLessThan(1_000_000n);
    await page.reload();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByText("Another payment here has no answer yet").waitFor();
    expect(await buyButton(page).count()).toBe(1); // what the empty form asks is another purchase
    await page.getByRole("link", { name: "Fetch its answer" }).click();
    await page.getByRole("button", { name: "Fetch the answer" }).click();
    await answerOf(page).waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(before);
    await page.goto(`${sandbox.origin}/desks/yields`);
    await buyButton(page).waitFor();
    expect(await page.getByText("Another payment here has no answer yet").count()).toBe(0);
  });
});

describe("what is always the same", () => {
  it("a signal's text, is not offered a second time to who bought it: it is read again", async () => {
    const { origin } = sandbox;
    const creator = await newPayer(sandbox, "base");
    const summary = newSummary(60);
    const body = submission(creator.address, { title: "Sold once", summary, categories: ["eth", "long"] });
    const payment = asHeader(await payFor(origin, PUBLISH, creator));
    const published = (await (await post({ origin, path: PUBLISH, body, payment })).json()) as { id: string };
    const { page, wallets } = await people.open({ at: `/lounge/signal?id=${published.id}` });
    await buy(page);
    await page.getByText(summary).waitFor();
    const left = await wallets.evm.balance();
    await page.reload();
    await page.getByRole("button", { name: "Show the answer you bought" }).waitFor();
    expect(await buyButton(page).count()).toBe(0);
    await page.getByRole("button", { name: "Show the answer you bought" }).click();
    await page.getByText(summary).waitFor();
    expect(wallets.asked()).toBe(1);
    expect(await wallets.evm.balance()).toBe(left);
  });
});

describe("a browser that keeps nothing", () => {
  it("signs nothing, and the page says why", async () => {
    const { context, page, wallets, trouble } = await people.open();
    await context.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    });
    await page.reload();
    await buy(page);
    await alertOf(page).getByText("keeps nothing").first().waitFor();
    expect(await alertOf(page).innerText()).toContain("Nothing was charged");
    expect(await page.getByRole("region", { name: "Spending" }).innerText()).toContain("keeps nothing");
    expect(wallets.asked()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it("because it is full does not say that it keeps a report, and leaves those that it has", async () => {
    const { context, page } = await people.open();
    await context.addInitScript(() => {
      window.localStorage.setItem("security-reports", "[1]");
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key: string, value: string) {
        if (key === "security-reports") throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, key, value);
      };
    });
    await page.goto(`${sandbox.origin}/security`);
    await page.getByRole("radio", { name: /Header checklist/ }).check();
    await page.getByRole("textbox", { name: "Address" }).fill("plain-fixture.com");
    await page.getByRole("status", { name: "Scope" }).getByText("In scope").waitFor();
    await page.getByRole("checkbox", { name: /I attest/ }).check();
    await buy(page);
    const report = page.getByRole("article", { name: "Report" });
    await report.getByText("Bought just now. This browser has no room to keep it").waitFor();
    expect(await page.evaluate(() => window.localStorage.getItem("security-reports"))).toBe("[1]");
  });
});
