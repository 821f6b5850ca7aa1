import { describe, expect, it } from "vitest";
import { tapeSection } from "@/lib/chat/words/tape";
import { verdictSection } from "@/lib/chat/words/verdict";
import { understand } from "@/lib/chat/question/understand";
import { turnsOf } from "@/lib/desks/a2a-pipeline/turns";
import { scalpDocumentation } from "@/lib/desks/scalp/documentation";
import { verdictDocumentation } from "@/lib/desks/verdict/documentation";
import { vwapDay } from "@/lib/desks/vwap";

const sold = verdictDocumentation.output.parse(verdictDocumentation.sample.output);
const HOUR_MS = 3_600_000;
const supportingAt = (closedAt: string): typeof sold.supporting => ({
  ...sold.supporting,
  score: 0,
  known: 1,
  components: [{ name: "tape", value: 0, weight: 0.35 }],
  tape: {
    venue: "OKX",
    barCloseMs: Date.parse(closedAt),
    close: 118_000,
    rsi14: 50,
    emaSpreadBps: 0,
    vwapDistBps: 10,
    takerBuyPct: 50,
  },
});

/** Half an hour into a day the newest closed hour is the last one of the day before. */
const AT_NIGHT = "2026-10-08T00:00:00.000Z";
const NOW = new Date("2026-10-08T00:30:00.000Z");

describe("the day of a VWAP", () => {
  it("is the day before's until a bar of the new day has closed", () => {
    expect(vwapDay(Date.parse(AT_NIGHT))).toBe("2026-10-07");
    expect(vwapDay(Date.parse(AT_NIGHT) + HOUR_MS)).toBe("2026-10-08");
  });

  it("is named where an agent is told what would turn a verdict", () => {
    const said = (closedAt: string): string =>
      turnsOf("watch", supportingAt(closedAt))
        .map(({ when }) => when)
        .join(" ");
    expect(said(AT_NIGHT)).toContain("the VWAP of 2026-10-07 (UTC) is $117882");
    expect(said("2026-10-08T14:00:00.000Z")).toContain("the VWAP of 2026-10-08 (UTC) is $117882");
  });

  it("is named where a plan tells of it in chat", () => {
    const answer = { ...sold, supporting: supportingAt(AT_NIGHT) };
    const plan = verdictSection(
      { verdict: { answer, refused: null, input: {} } },
      understand("give me a BTC plan"),
      NOW,
      "https://svc.example.com",
      true,
    );
    expect(plan?.points.join(" ")).toContain("The VWAP of 2026-10-07 (UTC) is $117,882.12;");
  });

  it("is named where chat tells of the short tape", () => {
    const scalp = scalpDocumentation.output.parse(scalpDocumentation.sample.output);
    const answer = {
      ...scalp,
      scalp: scalp.scalp.map((one) => ({
        ...one,
        tape: one.tape.map((bar) => ({ ...bar, barCloseMs: Date.parse(AT_NIGHT) })),
      })),
    };
    const section = tapeSection({ scalp: { answer, refused: null, input: {} } }, understand("BTC rsi"), NOW);
    expect(section?.points.join(" ")).toContain("bps from the VWAP of 2026-10-07 (UTC)");
  });
});
