import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { openPage, origin } from "../support/site-pages";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Stands in for a browser with WebMCP: it keeps what the page offers, and lets go of what the page takes back. */
function keepTools(place: "document" | "navigator"): void {
  const tools = new Map<string, { execute: (input: unknown) => unknown; inputSchema: unknown }>();
  Object.assign(window, { pageTools: tools });
  Object.defineProperty(place === "document" ? document : navigator, "modelContext", {
    value: {
      registerTool(
        tool: { name: string; execute: (input: unknown) => unknown; inputSchema: unknown },
        { signal }: { signal: AbortSignal },
      ) {
        if (tools.has(tool.name)) return Promise.reject(new DOMException("taken", "InvalidStateError"));
        tools.set(tool.name, tool);
        signal.addEventListener("abort", () => tools.delete(tool.name));
        return Promise.resolve();
      },
    },
  });
}

async function openWithTools(path: string, place: "document" | "navigator" = "document") {
  const { page, trouble } = await openPage(browser, "/terms");
  await page.addInitScript(keepTools, place);
  await page.goto(origin + path, { waitUntil: "networkidle" });
  return { page, trouble };
}

const names = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { pageTools: Map<string, unknown> }).pageTools.keys()]);

const call = (page: Page, name: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ([tool, sent]) => {
      const { pageTools } = window as unknown as {
        pageTools: Map<string, { execute: (input: unknown) => unknown }>;
      };
      return pageTools.get(tool)?.execute(sent);
    },
    [name, input] as const,
  );

describe("the agent in the reader's browser, where it has WebMCP", () => {
  it.each(["document", "navigator"] as const)(
    "fills in a desk's form, pays nothing, and is gone with the page (%s)",
    async (place) => {
      const { page, trouble } = await openWithTools("/desks/wallet", place);
      expect(await names(page)).toEqual(["fill_intel_wallet"]);
      const paid: string[] = [];
      page.on("request", (request) => paid.push(request.url()));
      const message = '<img src=x onerror="window.broken=1">';
      expect(await call(page, "fill_intel_wallet", { message, detail: "full", authorized: true })).toEqual({
        request: { message, detail: "full" },
        wrong: { authorized: expect.any(String) },
        price: "$0.10",
        paid: false,
      });
      await page.getByText(`"detail":"full"`).waitFor();
      expect(await page.locator("#ask-message").inputValue()).toBe(message);
      expect(await page.evaluate(() => "broken" in window)).toBe(false);
      expect(paid).toEqual([]);
      await page.getByRole("navigation").getByRole("link", { name: "Pricing" }).click();
      await page.waitForURL(`${origin}/pricing`);
      expect(await names(page)).toEqual([]);
      expect(trouble).toEqual([]);
      await page.context().close();
    },
  );

  it("fills in a scan's order and learns its scope, but attests and pays nothing", async () => {
    const { page, trouble } = await openWithTools("/security");
    const order = { audit: "security-headers", target: "hardened-fixture.com/path" };
    expect(await call(page, "fill_security_scan", order)).toMatchObject({
      target: "https://hardened-fixture.com/path",
      scope: { at: "in_scope", host: "hardened-fixture.com" },
      attested: false,
      paid: false,
    });
    await page.getByText("I attest that the owner of hardened-fixture.com allows this scan.").waitFor();
    expect(await page.getByRole("radio", { name: /Header checklist/ }).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox").isChecked()).toBe(false);
    expect(trouble).toEqual([]);
    await page.context().close();
  });
});
