import { a2aOf } from "@/lib/desks/a2a-pipeline/handoff";
import { INFLATION_UNKNOWN } from "@/lib/desks/verdict/words";
import { vwapDay, vwapOf } from "@/lib/desks/vwap";
import type { DeskReads } from "../desks/read-desks";
import type { Question } from "../question/understand";
import { clock, price } from "./format";
import { answerOf, type AnswerFrom, type Section } from "./section";

/** What an agent passes on of a verdict, and what would turn it. `origin`: the service's public address. */
export const handoffIn = (reads: DeskReads, origin: string): ReturnType<typeof a2aOf> | null => {
  const answer = answerOf(reads, "verdict");
  return answer === null ? null : a2aOf(answer, origin);
};

const OTHER_THAN_BTC = (question: Question): string[] =>
  question.assets.some((asset) => asset === "BTC") || question.assets.length === 0
    ? []
    : [
        `The verdict is on BTC alone and says nothing of ${question.assets.join(", ")}; what is said of those is their tape and positioning.`,
      ];

const record = (
  { verdict: { rationale }, supporting: { frozen, event, vix, tape } }: AnswerFrom<"verdict">,
  now: Date,
): string[] => [
  ...(frozen.price === null
    ? []
    : [
        `BTC stood at ${price(frozen.price)} (${frozen.priceSource ?? "no source"}, ${clock(frozen.priceAt, now)}) when this was decided.`,
      ]),
  ...(tape === null || tape.vwapDistBps === null
    ? []
    : [
        `The VWAP of ${vwapDay(tape.barCloseMs)} (UTC) is ${price(vwapOf(tape.close, tape.vwapDistBps))}; the last hour closed at ${price(tape.close)}.`,
      ]),
  ...(event === null
    ? ["Events ahead are unknown: no calendar could be read."]
    : event.at === null
      ? rationale.includes(INFLATION_UNKNOWN)
        ? ["No decision of the Fed within 24 hours.", INFLATION_UNKNOWN]
        : ["No decision of the Fed and no US consumer prices within 24 hours."]
      : [`Next event that the desk counts: ${event.title ?? "untitled"} at ${clock(event.at, now)}.`]),
  ...(vix === null ? [] : [`VIX ${vix}.`]),
];

/** The verdict, why, and what would turn it. `whole`: with its levels, for a plan. */
export function verdictSection(
  reads: DeskReads,
  question: Question,
  now: Date,
  origin: string,
  whole: boolean,
): Section | null {
  const answer = answerOf(reads, "verdict");
  const a2a = handoffIn(reads, origin);
  if (answer === null || a2a === null) return null;
  const { verdict } = answer;
  const turns = a2a.turns.map(({ to, when }) => `It turns to ${to}: ${when}`);
  const asksChange = question.topics.includes("change");
  const why = verdict.rationale.slice(0, 6);
  const [firstTurn, ...otherTurns] = turns;
  return {
    title: asksChange ? "What would change the verdict" : whole ? "Plan" : "Verdict",
    lead:
      asksChange && firstTurn !== undefined
        ? `The verdict is ${verdict.signal} with ${verdict.confidence} confidence. ${firstTurn}`
        : `${verdict.headline} Confidence is ${verdict.confidence}.`,
    points: [
      ...(asksChange ? [...otherTurns, `Now: ${verdict.headline}`] : []),
      ...why,
      ...(asksChange ? [] : turns),
      ...(whole || asksChange ? record(answer, now) : []),
    ],
    gaps: [
      ...OTHER_THAN_BTC(question),
      "No edge over 24 hours has been shown for this verdict; GET /api/svc-intel-accuracy has its record, free.",
      ...(whole
        ? [
            "No size, stop or target is set here: those depend on your money and your risk, which the desks don't know.",
          ]
        : []),
    ],
  };
}
