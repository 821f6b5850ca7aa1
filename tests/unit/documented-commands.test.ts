import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/sandbox/service";

/** Lines of a Markdown document's code blocks, fenced for a shell or set in. */
function commandsIn(text: string): string[] {
  let fence: string | null = null;
  return text.split("\n").filter((line) => {
    const mark = /^\s*```(\w*)/.exec(line);
    if (mark !== null) fence = fence === null ? (mark[1] ?? "") : null;
    return mark === null && (fence === null ? /^ {4,}\S/.test(line) : fence === "sh");
  });
}

const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
  .trim()
  .split("\n");
const ofCommands = /^\s*(?:[A-Z_]+=\S+ )*(?:npm|npx|curl|openssl|docker|node) /;

describe.each(documents)("the commands of %s", (name) => {
  const commands = commandsIn(readFileSync(path.join(ROOT, name), "utf8")).filter((line) =>
    ofCommands.test(line),
  );

  it("carry no remark, which a shell of macOS takes for arguments when they are pasted", () => {
    expect(commands.filter((line) => /\s#/.test(line))).toEqual([]);
  });

  it("keep npm's own lines out of what they write to a file or hand on", () => {
    expect(commands.filter((line) => /npm run (?!-s ).*\s[|>]\s/.test(line))).toEqual([]);
  });
});
