import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser } from "../support/browser";
import { escapesOf } from "../support/html-fuzz";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("a reply is plain elements to a browser, whatever strangers and models put into it", async () => {
  expect(await escapesOf(await browser.newPage(), 1, 1_000)).toEqual([]);
});
