import { describe, expect, it } from "vitest";
import { SOURCE_STATUSES } from "@/lib/catalog/intel/answers/envelope";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import { MIN_KNOWN_WEIGHT } from "@/lib/desks/score";
import { deskPages, pageOf, sharedPage } from "../support/method-page";

describe("docs/method.md", () => {
  it("names every status, the least coverage and the least of a score's weights", () => {
    for (const status of SOURCE_STATUSES) expect(sharedPage).toContain(`\`${status}\``);
    expect(sharedPage).toContain(`Below a coverage of ${MIN_COVERAGE} `);
    expect(sharedPage).toContain(`less than ${MIN_KNOWN_WEIGHT} of the weights`);
  });

  it("links every desk's page beside its version, and no other", () => {
    const listed = /## The desks\n([^]*?)\n## /.exec(sharedPage)?.[1] ?? "";
    const linked = listed.split("\n").flatMap((line) => {
      const [, desk, version = "", file] =
        /^\| (.+) \| `(.+)` \| \[.+\]\(method\/(.+)\) \|$/.exec(line) ?? [];
      return desk === undefined ? [] : [{ title: `# ${desk} (\`${version}\`)`, version, file }];
    });
    expect(linked.map(({ file }) => file).sort()).toEqual([...deskPages.keys()].sort());
    for (const { title, version } of linked) expect(pageOf(version).split("\n")[0]).toBe(title);
  });

  it.each([...deskPages])("links pages that exist: %s", (_file, page) => {
    for (const [, target = ""] of page.matchAll(/\]\(([^)]+)\)/g))
      if (!target.includes("://")) expect(deskPages.has(target), target).toBe(true);
  });
});
