import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/sandbox/service";
import { REHEARSALS } from "../../rehearsals/rehearsals";
import { play } from "../../rehearsals/stage";
import { world } from "../../support/world";

describe("the runbooks", () => {
  it("are pages of docs/runbooks, each rehearsed", () => {
    const pages = readdirSync(path.join(ROOT, "docs/runbooks")).map((file) => file.replace(/\.md$/, ""));
    expect(pages.sort()).toEqual(Object.keys(REHEARSALS).sort());
  });

  it.each(Object.entries(REHEARSALS))("%s ends as its page says", async (name, rehearsal) => {
    expect(await play(name, rehearsal, world())).toBe(true);
  });
});
