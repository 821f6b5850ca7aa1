import type { Page } from "playwright";

/** Tabs on until the focus is on a control of that name, and presses it. Throws where the focus never comes there. */
export async function pressAt(page: Page, name: RegExp, most = 40): Promise<void> {
  for (let tab = 0; tab < most; tab += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
    );
    if (name.test(at.trim())) return page.keyboard.press("Enter");
  }
  throw new Error(`the focus never came to ${name}`);
}
