import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MembersView } from "@/components/answer/members";

const headings = (members: Readonly<Record<string, unknown>>): string[] =>
  [...renderToStaticMarkup(createElement(MembersView, { members })).matchAll(/<h3[^>]*>([^<]*)/g)].map(
    ([, text = ""]) => text,
  );

describe("what an answer holds", () => {
  const sol = { chain: "solana", total: 1 };
  const base = { chain: "base", total: 2 };

  it("is told once where a list begins with the very thing that stands beside it", () => {
    expect(headings({ wallet: sol, wallets: [sol] })).toEqual(["Wallets"]);
    expect(headings({ wallet: sol, wallets: [sol, base] })).toEqual(["Wallets"]);
  });

  it("is told whole where it differs, or stands in no such list", () => {
    expect(headings({ wallet: base, wallets: [sol] })).toEqual(["Wallet", "Wallets"]);
    expect(headings({ wallet: sol, wallets: [] })).toEqual(["Wallet", "Wallets"]);
    expect(headings({ wallet: sol, pools: [sol] })).toEqual(["Wallet", "Pools"]);
  });
});
