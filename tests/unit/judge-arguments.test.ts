import { describe, expect, it } from "vitest";
import { published } from "@/lib/catalog/published";
import { trenchesEntry } from "@/lib/desks/trenches/entry";
import { walletEntry } from "@/lib/desks/wallet/entry";
import { judgeArguments } from "@/lib/mcp/judge-arguments";

describe("arguments that are judged before their price is told", () => {
  it("are refused without a member that the answer needs, so that nobody signs for a call that will be", () => {
    expect(() => judgeArguments(walletEntry, { detail: "full" })).toThrow(
      "Send one of `solAddress` or `evmAddress` or `message`",
    );
    expect(() => judgeArguments(trenchesEntry, {})).toThrow("Send one of `address` or `message`");
    expect(() => judgeArguments(walletEntry, { nonsense: 1 })).toThrow("`nonsense`: is no member");
  });

  it.each(published.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
    "pass where they are the sample of %s",
    (_, entry) => {
      expect(() => judgeArguments(entry, { ...(entry.sample.input as object) })).not.toThrow();
    },
  );
});
