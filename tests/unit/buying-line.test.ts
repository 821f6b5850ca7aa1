import { expect, it } from "vitest";
import { asLine } from "@/lib/buying/outcome";

it("a stranger's words are shown as one line without what can't be seen", () => {
  expect(asLine("  pay\u202E\nme\u{E0050}\u{E0041} ")).toBe("pay me");
});

it("a long line is cut between characters, never within one", () => {
  const line = asLine("x".repeat(399) + "😀😀");
  expect(line).toBe("x".repeat(399) + "😀…");
  expect(asLine("😀".repeat(400))).toBe("😀".repeat(400));
});
