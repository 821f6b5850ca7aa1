import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { deskPages, rowsOf } from "../support/method-page";

const page = readFileSync(new URL("../../docs/providers.md", import.meta.url), "utf8");

it("the page of providers names every host that a desk's page names", () => {
  const hosts = new Set(
    [...deskPages.values()]
      .flatMap(rowsOf)
      .filter((cells) => cells.length === 4)
      .map(([, address = ""]) => address.replaceAll("`", "").split("/")[0] ?? ""),
  );
  const feeds = ["www.coindesk.com", "cointelegraph.com", "decrypt.co", "www.theblock.co"]; // on the wire's page
  expect([...hosts].filter((host) => host !== "" && !feeds.includes(host) && !page.includes(host))).toEqual(
    [],
  );
});

it("every row has its quota, terms, capture and confidence", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/^\| (?:provider|---)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const cells = row.split(" | ");
    expect(cells, row).toHaveLength(6);
    expect(cells.at(-1), row).toMatch(/\b(?:high|medium|low)\b/);
    for (const cell of cells) expect(cell.trim(), row).not.toBe("");
  }
});
