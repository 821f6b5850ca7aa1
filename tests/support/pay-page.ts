import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page, Route } from "playwright";
import { afterAll, afterEach, beforeAll } from "vitest";
import { ROOT } from "@/sandbox/service";
import { launchBrowser } from "./browser";
import { installWallets, type PageWallets } from "./page-wallets";
import { newAddress } from "./service";
import { world } from "./world";

export const sandbox = world();
/** A raw route, for two cents. */
export const PATH = "/api/svc-intel-tvl";
export const PRICE = 20_000n;
/** What the wallets call themselves, and the buttons that pay with them. */
export const ETHER_NAME = "Ether Test";
export const SOL_NAME = "Sol Test";
export const ETHER = `Pay on Base Sepolia with ${ETHER_NAME}`;
export const SOL = `Pay on Solana Devnet with ${SOL_NAME}`;

/** One person's browser with two wallets, on the page that pays for one call. */
export interface Shopper {
  context: BrowserContext;
  page: Page;
  wallets: PageWallets;
  /** What went wrong that no test expects: refusals of the page's policy, errors of scripts, requests to others. */
  trouble: string[];
}

interface Options {
  funds?: Parameters<typeof installWallets>[2];
  width?: number;
  body?: string;
  /** The page that is opened; the one that pays by default. */
  at?: string;
}

export const payAddress = (body = "{}"): string =>
  `${sandbox.origin}/pay?${new URLSearchParams({ route: PATH, body }).toString()}`;

function watch(page: Page, trouble: string[]): void {
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    const isAnswer = /the server responded with a status of|net::ERR_FAILED|net::ERR_CONNECTION/.test(text);
    if (message.type() === "error" && !isAnswer) trouble.push(text);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(sandbox.origin)) trouble.push(`a request to ${request.url()}`);
  });
}

/** People with a browser each; `close` ends those that were opened, `quit` the browser behind all. */
export async function shoppers() {
  const browser: Browser = await launchBrowser();
  return {
    open: async ({ funds, width = 1280, body, at }: Options = {}): Promise<Shopper> => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        extraHTTPHeaders: { "x-forwarded-for": newAddress() },
      });
      const wallets = await installWallets(context, sandbox, funds);
      const trouble: string[] = [];
      context.on("page", (page) => watch(page, trouble));
      const page = await context.newPage();
      await page.goto(at === undefined ? payAddress(body) : sandbox.origin + at);
      return { context, page, wallets, trouble };
    },
    close: async (): Promise<void> => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    quit: () => browser.close(),
  };
}

/** People of a test file: their browsers end after each test, and the one behind all with the file. */
export function shoppersHere(): Pick<Awaited<ReturnType<typeof shoppers>>, "open"> {
  let people: Awaited<ReturnType<typeof shoppers>>;
  beforeAll(async () => {
    people = await shoppers();
  });
  afterEach(() => people.close());
  afterAll(() => people.quit());
  return { open: (options) => people.open(options) };
}

export const buyButton = (page: Page): Locator => page.getByRole("button", { name: /^Buy (again )?for \$/ });
export const signButton = (page: Page): Locator => page.getByRole("button", { name: /^Sign and pay/ });
export const answerOf = (page: Page): Locator => page.getByRole("region", { name: "The answer" });
export const alertOf = (page: Page): Locator => page.getByRole("alert").filter({ hasText: /\S/ });

/** As far as the offer with all its terms, where nothing is signed yet. */
export async function toOffer(page: Page, wallet = ETHER): Promise<void> {
  await buyButton(page).click();
  await page.getByRole("button", { name: wallet }).click();
}

export async function buy(page: Page, wallet = ETHER): Promise<void> {
  await toOffer(page, wallet);
  await signButton(page).click();
}

const isPaid = (route: Route): boolean => "payment-signature" in route.request().headers();

/** What happens to each request of the route that carries a payment; null: it passes. */
export async function onPaid(
  page: Page,
  act: (route: Route, count: number) => Promise<void> | null,
): Promise<void> {
  let count = 0;
  await page.route(`**${PATH}`, (route) => {
    if (!isPaid(route)) return route.continue();
    count += 1;
    return act(route, count) ?? route.continue();
  });
}

/** The service has the payment and answers it, and the answer is lost on its way. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

/** An answer of the service's form, in place of its own. */
export const fulfil = (
  route: Route,
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<void> =>
  route.fulfill({
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const SHOTS = path.join(ROOT, ".sandbox", "screenshots");

/** A picture of a page, kept as the tests' output. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}
