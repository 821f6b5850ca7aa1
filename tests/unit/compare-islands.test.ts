import { describe, expect, it } from "vitest";
import { differingIslands } from "@/scripts/compare-islands";

const island = (name: string, inner: string, props = "{}"): string =>
  `<main><div class="contents" data-island="${name}" data-props='${props}'>${inner}</div></main>`;
const draw = (name: string, { label = "" }: Record<string, unknown>): string | null =>
  name === "Copy" ? `<button type="button" id="_R_1a_">Copy <!-- -->${String(label)}</button>` : null;

describe("the islands of a page", () => {
  it("are the same whatever the order of attributes, the comments between texts and the numbers of React's", () => {
    const page = island("Copy", '<button id="_R_77_" type="button">Copy it</button>', '{"label":"it"}');
    expect(differingIslands(page, draw)).toEqual([]);
  });

  it.each([
    ["another component of the same name", island("Copy", '<a href="/">Copy it</a>', '{"label":"it"}')],
    [
      "other properties than were drawn",
      island("Copy", '<button id="_R_1_" type="button">Copy that</button>', '{"label":"it"}'),
    ],
    [
      "an attribute more",
      island("Copy", '<button id="_R_1_" type="button" class="x">Copy it</button>', '{"label":"it"}'),
    ],
    ["a name that the script has not", island("Other", "")],
  ])("are found out by %s", (_, page) => {
    expect(differingIslands(page, draw)).toHaveLength(1);
  });
});
