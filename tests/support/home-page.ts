import type { Browser, BrowserContextOptions, Locator, Page } from "playwright";
import { catalog } from "@/lib/catalog";
import { isPaid } from "@/lib/catalog/define";
import { launchBrowser } from "./browser";
import { world } from "./world";

export const { origin } = world();
export const paid = catalog.filter(isPaid);
/** The route that the page's live 402 asks. */
export const firstPaid = paid[0]?.path ?? "";

/** What a page did that it should not have, beside the one 402 that it asks for. */
export interface Trouble {
  consoleErrors: string[];
  failedRequests: string[];
  foreignRequests: string[];
}

export interface OpenPage {
  page: Page;
  trouble: Trouble;
}

/** The first page in a browser context of its own; `close` ends the contexts that were opened, `quit` the browser. */
export async function homePages() {
  const browser: Browser = await launchBrowser();
  const open = async (options: BrowserContextOptions = {}): Promise<OpenPage> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const trouble = watch(page);
    await page.goto(origin, { waitUntil: "networkidle" });
    return { page, trouble };
  };
  const close = async (): Promise<void> => {
    for (const context of browser.contexts()) await context.close();
  };
  return { open, close, quit: () => browser.close() };
}

function watch(page: Page): Trouble {
  const trouble: Trouble = { consoleErrors: [], failedRequests: [], foreignRequests: [] };
  const isTheChallenge = (address: string): boolean => new URL(address).pathname === firstPaid;
  page.on("pageerror", (error) => trouble.consoleErrors.push(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    const isOwn402 = url !== "" && isTheChallenge(url) && message.text().includes("status of 402");
    if (["error", "warning"].includes(message.type()) && !isOwn402)
      trouble.consoleErrors.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) trouble.foreignRequests.push(request.url());
  });
  page.on("requestfailed", (request) => trouble.failedRequests.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400 && !(response.status() === 402 && isTheChallenge(response.url())))
      trouble.failedRequests.push(`${response.status()} ${response.url()}`);
  });
  return trouble;
}

export const livePanel = (page: Page): Locator => page.getByRole("region", { name: "A live 402" });

export async function askWithoutPaying(page: Page): Promise<void> {
  await livePanel(page).getByRole("button", { name: "Ask without paying" }).click();
  await livePanel(page).getByRole("button", { name: "Ask again" }).waitFor();
}
