import { expect, it } from "vitest";
import { metadata as directory } from "@/app/(site)/agents/page";
import { metadata as guide } from "@/app/(site)/docs/agents/page";

it("tells the guide for agents from their directory: tabs and results of a search show nothing but the title", () => {
  expect(guide.title).not.toBe(directory.title);
});
