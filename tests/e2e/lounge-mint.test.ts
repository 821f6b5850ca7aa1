import { address, createSolanaRpc, devnet } from "@solana/kit";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fundSolanaFees } from "@/sandbox/faucets";
import { launchBrowser } from "../support/browser";
import { pressAt } from "../support/by-keyboard";
import { textContrasts } from "../support/contrast";
import { newSummary, PUBLISH, submission } from "../support/lounge-world";
import { installWallets, type PageWallets } from "../support/page-wallets";
import { shoot } from "../support/pay-page";
import { asHeader, newAddress, newPayer, payFor, post } from "../support/service";
import { axeFindings } from "../support/site-pages";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const SOL = 1_000_000_000n;
/** The chain makes a transaction final after 12.8 s. */
const FINAL_MS = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Creator {
  page: Page;
  wallets: PageWallets;
  /** What went wrong that no test expects. */
  trouble: string[];
}

/** Somebody's browser with two wallets; the Solana one holds `lamports`. */
async function open(path: string, lamports: bigint, options: BrowserContextOptions = {}): Promise<Creator> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { "x-forwarded-for": newAddress() },
    ...options,
  });
  const wallets = await installWallets(context, sandbox);
  if (lamports > 0n) await fundSolanaFees(sandbox.solana.rpcUrl, wallets.solana.address, lamports);
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) trouble.push(request.url());
  });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  return { page, wallets, trouble };
}

/** Publishes a signal of a wallet's, paid by another, and gives its id. */
async function publishFor(wallet: string): Promise<string> {
  const payer = await newPayer(sandbox, "base");
  const body = { ...submission(wallet), creatorChain: "sol" };
  const payment = asHeader(await payFor(origin, PUBLISH, payer));
  const response = await post({ origin, path: PUBLISH, body, payment });
  const { id } = (await response.json()) as { id: string }; // the route's own answer
  return id;
}

/** Waits until the last transaction that names a wallet can't be undone any more. */
async function becomesFinal(wallet: string): Promise<void> {
  const rpc = createSolanaRpc(devnet(sandbox.solana.rpcUrl));
  const [last] = await rpc
    .getSignaturesForAddress(address(wallet), { commitment: "confirmed", limit: 1 })
    .send();
  if (last === undefined) throw new Error("nothing was sent");
  await vi.waitFor(
    async () => {
      const { value } = await rpc.getSignatureStatuses([last.signature]).send();
      expect(value[0]?.confirmationStatus).toBe("finalized");
    },
    { timeout: FINAL_MS, interval: 500 },
  );
}

const panel = (page: Page) => page.getByRole("region", { name: "Minting" });
const recorded = (page: Page) => panel(page).getByText("The mint is recorded").waitFor({ timeout: FINAL_MS });

async function isReadable(page: Page): Promise<void> {
  const texts = await page.evaluate(textContrasts);
  expect(texts.filter(({ ratio, wanted }) => ratio < wanted)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

// At once, since most of the time the chain is waited for; each then has a part of the processor.
vi.setConfig({ testTimeout: 180_000 });
describe.concurrent("in a page", () => {
  describe.each([
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 360 },
  ] as const)("in a $colorScheme scheme, $width pixels wide", ({ colorScheme, width }) => {
    it("a creator publishes, mints and verifies by keyboard alone, with two signatures", async () => {
      const { page, wallets, trouble } = await open("/lounge/publish", SOL, {
        ...{ colorScheme, bypassCSP: true, viewport: { width, height: 900 } },
      });
      const type = async (label: string, text: string) => {
        await page.getByLabel(label, { exact: true }).focus();
        await page.keyboard.type(text);
      };
      await type("Title", `A view in ${colorScheme}`);
      await page.getByLabel("Text", { exact: true }).fill(newSummary(60));
      await type("Categories", "sol long");
      await type("Chain of the creator's wallet", "S");
      await type("Creator's wallet", wallets.solana.address);
      await pressAt(page, /^Buy for \$0\.02/);
      await page.getByRole("button", { name: /Sol Test/ }).waitFor();
      await pressAt(page, /Sol Test/);
      await page.getByRole("button", { name: /^Sign and pay/ }).waitFor();
      await pressAt(page, /^Sign and pay/);
      const mintIt = page.getByRole("link", { name: "mint it" });
      await mintIt.waitFor({ timeout: FINAL_MS });
      await mintIt.focus();
      await page.keyboard.press("Enter");

      const ask = page.getByRole("button", { name: "Mint it, as its creator" });
      await ask.waitFor();
      await ask.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Mint with Sol Test" }).waitFor();
      await pressAt(page, /^Mint with Sol Test/);
      await page.getByRole("button", { name: "Sign and mint" }).waitFor();
      expect(wallets.asked()).toBe(1);
      const reported = await panel(page).innerText();
      for (const part of [wallets.solana.address, "svc signal #", "SOL, to the chain alone", "no title"])
        expect(reported).toContain(part);
      await isReadable(page);
      await shoot(page, `mint-review-${colorScheme}`);
      await pressAt(page, /^Sign and mint/);
      await recorded(page);
      expect(wallets.asked()).toBe(2);
      await isReadable(page);
      await shoot(page, `mint-done-${colorScheme}`);

      const verify = page.getByRole("link", { name: "Verify in this browser" });
      await verify.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Verify in this browser" }).waitFor();
      await pressAt(page, /^Verify in this browser/);
      const row = page.getByRole("listitem").filter({ hasText: "A token on Solana carries this hash" });
      await row.waitFor();
      expect(await row.innerText()).toContain("Holds");
      expect(await page.getByText("Fails", { exact: true }).count()).toBe(0);
      await page.getByText(/^On Solana, with this hash as its memo/).waitFor();
      await isReadable(page);
      await shoot(page, `mint-verified-${colorScheme}`);
      expect(trouble).toEqual([]);
    });
  });

  describe("minting is refused in words, and goes on from there", () => {
    const toWallets = async (page: Page, id: string) => {
      await page.goto(`${origin}/lounge/signal?id=${id}`, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Mint it, as its creator" }).click();
      await page.getByRole("button", { name: "Mint with Sol Test" }).click();
    };

    it("to another wallet than the creator's, which signs nothing", async () => {
      const stranger = await newPayer(sandbox, "solana", 0n);
      const id = await publishFor(stranger.address);
      const { page, wallets } = await open("/lounge", SOL);
      await toWallets(page, id);
      await panel(page).getByText("Another wallet than the creator's").waitFor();
      expect(await panel(page).innerText()).toContain(stranger.address);
      expect(wallets.asked()).toBe(0);
    });

    it("to a wallet with too little SOL, and to one that declines; then it is minted all the same", async () => {
      const { page, wallets } = await open("/lounge", 0n);
      const id = await publishFor(wallets.solana.address);
      await toWallets(page, id);
      await page.getByRole("button", { name: "Sign and mint" }).click();
      await panel(page).getByText("Nothing was sent", { exact: true }).waitFor();
      expect(await panel(page).innerText()).toMatch(/The chain would refuse it.+it needs 0\.00\d\d SOL\./s);
      await shoot(page, "mint-refused");
      await fundSolanaFees(sandbox.solana.rpcUrl, wallets.solana.address, SOL);

      wallets.answer = "reject";
      await page.getByRole("button", { name: "Back to the wallets" }).click();
      await page.getByRole("button", { name: "Mint with Sol Test" }).click();
      await page.getByRole("button", { name: "Sign and mint" }).click();
      await panel(page).getByText("You declined the signature. Nothing was sent.").waitFor();

      wallets.answer = "agree";
      await toWallets(page, id);
      await page.getByRole("button", { name: "Sign and mint" }).click();
      // The page is left as soon as the transaction is on its way; whoever comes back has it recorded, unsigned.
      await page.getByText("Waiting until the chain makes it final").waitFor();
      const asked = wallets.asked();
      await page.goto("about:blank");
      await becomesFinal(wallets.solana.address);
      await toWallets(page, id);
      await page.getByRole("button", { name: "Have it recorded" }).click();
      await recorded(page);
      expect(wallets.asked()).toBe(asked);
    });
  });
});

describe("the stand-alone verifier", () => {
  it("checks the published vectors in a browser, as it is served", async () => {
    const { page } = await open("/lounge/verify", 0n, { bypassCSP: true });
    // As text: the tests' own compiler would write another import into it.
    const told = await page.evaluate<{ found: unknown; published: unknown }[]>(`(async () => {
      const { verifyCertificate } = await import("/lounge/verify.mjs");
      const { key, certificates } = await (await fetch("/lounge/vectors.json")).json();
      return Promise.all(certificates.map(async ({ answer, summary, steps }) => ({
        found: await verifyCertificate(answer, { key, summary }),
        published: steps,
      })));
    })()`);
    expect(told.length).toBeGreaterThan(5);
    for (const { found, published } of told) expect(found).toEqual(published);
  });
});
