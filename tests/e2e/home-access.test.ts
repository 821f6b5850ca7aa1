import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textContrasts } from "../support/contrast";
import { askWithoutPaying, homePages, livePanel } from "../support/home-page";

let home: Awaited<ReturnType<typeof homePages>>;
beforeAll(async () => {
  home = await homePages();
});
afterEach(() => home.close());
afterAll(() => home.quit());

describe("the first page, for everyone", () => {
  it("loads and asks without an error, a failed request or a request to anyone else", async () => {
    const { page, trouble } = await home.open();
    await askWithoutPaying(page);
    expect(trouble).toEqual({ consoleErrors: [], failedRequests: [], foreignRequests: [] });
  });

  it("fits 360 px without a horizontal scroll or anything cut off", async () => {
    const { page } = await home.open({ viewport: { width: 360, height: 740 } });
    await askWithoutPaying(page);
    await livePanel(page).getByText("PAYMENT-REQUIRED, decoded").click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const outside = await page
      .locator("body *:not(pre, pre *)")
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > 360)
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    expect(outside).toEqual([]);
  });

  it("reaches every control by keyboard, each with a focus that can be seen", async () => {
    const { page } = await home.open({ reducedMotion: "reduce" }); // so that scrolling to a control takes no time
    const reached: string[] = [];
    const wanted = await page
      .locator("a, button, summary, input, select, [tabindex='0']")
      .evaluateAll((controls) => controls.filter((control) => control.checkVisibility()).length);
    for (let step = 0; step < wanted; step++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return {
          name: element.textContent ?? "",
          outline: style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth),
          isInView: width > 0 && height > 0 && x >= 0 && y >= 0 && y < innerHeight && x < innerWidth,
        };
      });
      expect(focused, focused.name).toMatchObject({ isInView: true });
      expect(focused.outline, focused.name).toBeGreaterThanOrEqual(2);
      reached.push(focused.name);
    }
    expect(reached[0]).toBe("Skip to content");
    expect(reached).toContain("Ask without paying");
    expect(reached.filter((name) => name.startsWith("Copy"))).toHaveLength(3);
  });

  it("asks by keyboard alone and keeps the focus where it was", async () => {
    const { page } = await home.open();
    const button = livePanel(page).getByRole("button");
    while (!(await button.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await livePanel(page).getByText("402 Payment Required").waitFor();
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("skips to the content", async () => {
    const { page } = await home.open();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const isInMain = await page.evaluate(() => document.activeElement?.closest("main") !== null);
    expect(isInMain).toBe(true);
  });

  it("animates nothing with prefers-reduced-motion", async () => {
    const { page } = await home.open({ reducedMotion: "reduce" });
    const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await scrolling()).toBe("auto");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await scrolling()).toBe("smooth");
  });

  it.each(["light", "dark"] as const)("can be read in the %s scheme (WCAG 2.2 AA)", async (colorScheme) => {
    const { page } = await home.open({ colorScheme });
    await askWithoutPaying(page);
    await livePanel(page).getByText("PAYMENT-REQUIRED, decoded").click();
    const asked = await page.evaluate(textContrasts);
    expect(asked.length).toBeGreaterThan(50);

    await page.context().setOffline(true);
    await livePanel(page).getByRole("button").click();
    await livePanel(page).getByText("No answer.").waitFor();
    const refused = await page.evaluate(textContrasts);
    expect([...asked, ...refused].filter(({ ratio, wanted }) => ratio < wanted)).toEqual([]);

    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(paper).toBe(colorScheme === "dark" ? "rgb(13, 15, 16)" : "rgb(246, 247, 247)");
  });
});
