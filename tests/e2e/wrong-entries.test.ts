import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { PATH, shoppersHere } from "../support/pay-page";
import { axeFindings } from "../support/site-pages";

const people = shoppersHere();

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

interface Form {
  at: string;
  /** Enters what the form does not take. */
  spoil(page: Page): Promise<void>;
}

const FORMS: readonly Form[] = [
  { at: "/lounge/verify", spoil: (page) => press(page, "Verify in this browser") },
  { at: "/lounge/publish", spoil: (page) => press(page, /^Buy for/) },
  { at: "/lounge/badges?address=none", spoil: () => Promise.resolve() },
  { at: "/agents/register", spoil: (page) => press(page, "Register") },
  { at: "/agents/feedback", spoil: (page) => press(page, "Show what it would publish") },
  { at: "/desks/security-scan", spoil: (page) => press(page, /^Buy for/) },
  {
    at: "/security",
    async spoil(page) {
      await page.getByRole("textbox", { name: "Address" }).fill("127.0.0.1");
      await page.getByText("This is scanned for nobody").waitFor();
    },
  },
  {
    at: `/pay?route=${PATH}&body={}`,
    async spoil(page) {
      await page.getByLabel(/Most a day/).fill("much");
      await press(page, "Set the limit");
    },
  },
];

/** What a screen reader says after the names of the controls that are marked as wrong. */
const descriptions = (page: Page): Promise<string[]> =>
  page.locator("[aria-invalid=true]").evaluateAll((controls) =>
    controls.map((control) =>
      (control.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id))
        .filter((found) => found !== null && !found.id.endsWith("-hint"))
        .map((found) => found?.textContent ?? "")
        .join(" "),
    ),
  );

describe("what is wrong with an entry", () => {
  it.each(FORMS)("is read out with its field at $at", async ({ at, spoil }) => {
    const { page } = await people.open({ at });
    await spoil(page);
    await page.locator("[aria-invalid=true]").first().waitFor();
    for (const description of await descriptions(page)) expect(description).toMatch(/\S/);
    expect(await axeFindings(page)).toEqual([]);
  });
});
