import { describe, expect, it } from "vitest";
import {
  bodyOf,
  countedLength,
  type Draft,
  problemsOf,
  publishedOf,
} from "@/components/lounge/publish/draft";
import { certificateText } from "@/components/lounge/publish/preview";
import { signalPublishEntry } from "@/lib/lounge/publish/entry";
import { readSubmission } from "@/lib/lounge/publish/submission";

const draft = (change: Partial<Draft> = {}): Draft => ({
  title: "ETH funding turns",
  summary: "Funding on three venues has been negative for 18 hours while spot is bid. Long from here.",
  categories: "eth, long  Derivatives eth",
  creatorWallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  creatorChain: "evm",
  ...change,
});
const wrong = (change: Partial<Draft>): string[] =>
  Object.entries(problemsOf(draft(change)))
    .filter(([, problem]) => problem !== null)
    .map(([name]) => name);

/** Whether the service would publish a draft. */
function isTaken(change: Partial<Draft>): boolean {
  const parsed = signalPublishEntry.input.safeParse(bodyOf(draft(change)));
  if (!parsed.success) return false;
  try {
    readSubmission(parsed.data);
    return true;
  } catch {
    return false;
  }
}

describe("a draft", () => {
  it("is shown as the service publishes it: title, text, categories, wallet, teaser", () => {
    const one = draft({ title: "  A\u202E\u200Bb\n c ", summary: `ﬁrst\r\n${"word ".repeat(60)}` });
    const parsed = signalPublishEntry.input.parse(bodyOf(one));
    const shown = publishedOf(one);
    expect(shown).toMatchObject(readSubmission(parsed));
    expect(shown).toMatchObject({ asset: "ETH", stance: "long", categories: ["eth", "long", "derivatives"] });
    expect(shown.summary.startsWith(shown.teaser.slice(0, 4))).toBe(true);
    expect(shown.teaser.length).toBeLessThanOrEqual(100);
  });

  const cases: readonly (readonly [string, Partial<Draft>, readonly string[]])[] = [
    ["as it should be", {}, []],
    ["without a title", { title: "" }, ["title"]],
    ["with a title that can't be seen", { title: "\u200B\u202E" }, ["title"]],
    ["with a title that is too long", { title: "x".repeat(141) }, ["title"]],
    ["with the longest title", { title: "x".repeat(140) }, []],
    ["with a title that normalisation makes too long", { title: "ﷺ".repeat(20) }, ["title"]],
    ["with the longest text", { summary: "x".repeat(8_000) }, []],
    ["with a text that is too long", { summary: "x".repeat(8_001) }, ["summary"]],
    ["without categories", { categories: " , " }, ["categories"]],
    ["with nine categories", { categories: "a b c d e f g h i" }, ["categories"]],
    ["with a category of other letters", { categories: "éther" }, ["categories"]],
    ["with a wallet that is none", { creatorWallet: "vitalik.eth" }, ["creatorWallet"]],
    ["with a wallet of the other chain", { creatorChain: "sol" }, ["creatorWallet"]],
    ["with blanks around the wallet", { creatorWallet: ` ${draft().creatorWallet} ` }, []],
  ];

  it.each(cases)("%s is judged field by field as the service judges it", (_, change, fields) => {
    expect(wrong(change)).toEqual(fields);
    expect(isTaken(change)).toBe(fields.length === 0);
  });

  it("counts a text as it is sent or as it is published, whichever is longer", () => {
    expect(countedLength("ﷺ", "x".repeat(18))).toBe(18);
    expect(countedLength("a   ", "a")).toBe(4);
  });

  it("says nothing that is scored with two assets, or with none", () => {
    expect(publishedOf(draft({ categories: "eth btc long" }))).toMatchObject({ asset: null, stance: null });
    expect(publishedOf(draft({ categories: "constructor long" }))).toMatchObject({
      asset: null,
      stance: null,
    });
  });
});

it("the certificate's preview has the members that are hashed, and neither text nor salt", () => {
  const text = certificateText(publishedOf(draft()));
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    ...["version", "signalId", "title", "categories", "creator", "bodyHash"],
  ]);
  expect(text).not.toContain("Funding on three venues");
});
