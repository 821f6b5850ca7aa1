import type { Composition } from "../compose";
import type { DeskAsRead } from "../desks/as-read";
import { age, clock } from "../words/format";
import type { Section } from "../words/section";

/** A reply as plain parts, from which its HTML is made, and the facts that a model may phrase. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string; strong?: true }
  | { kind: "list"; items: readonly string[] }
  | { kind: "table"; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: "code"; text: string };

function sectionBlocks({ title, lead, points }: Section, titled: boolean): Block[] {
  return [
    ...(titled ? [{ kind: "heading" as const, text: title }] : []),
    { kind: "paragraph", text: lead, strong: true },
    ...(points.length === 0 ? [] : [{ kind: "list" as const, items: points }]),
  ];
}

/** What was read, how fresh it is and what it costs alone. */
export function deskBlocks(desks: readonly DeskAsRead[], now: Date): Block[] {
  if (desks.length === 0) return [];
  return [
    { kind: "heading", text: "Desks read" },
    {
      kind: "table",
      head: ["Desk", "Data as of", "Coverage", "Sources", "Alone"],
      rows: desks.map(({ path, dataAsOf, ageSec, coverage, stale, sources, reason, priceUsdc }) => [
        `POST ${path}`,
        dataAsOf === null
          ? `not read: ${reason ?? "unknown"}`
          : `${clock(dataAsOf, now)} (${age(ageSec ?? 0)} old${stale ? ", in part stale" : ""})`,
        coverage === null ? "none" : `${Math.round(coverage * 100)}%`,
        sources.join(", "),
        `$${priceUsdc.toFixed(2)}`,
      ]),
    },
  ];
}

/** What a composed answer says: what a model may phrase. */
export const bodyBlocks = ({ sections, remarks }: Composition): Block[] => [
  ...remarks.map((text) => ({ kind: "paragraph" as const, text })),
  ...sections.flatMap((section) => sectionBlocks(section, sections.length > 1)),
];

/** What stands under an answer whoever phrased it: caveats, and the line for another agent. */
export const tailBlocks = ({ gaps, handoff }: Composition): Block[] => [
  ...(gaps.length === 0
    ? []
    : [
        { kind: "heading" as const, text: "Not covered, and caveats" },
        { kind: "list" as const, items: gaps },
      ]),
  ...(handoff === null
    ? []
    : [
        { kind: "paragraph" as const, text: "To hand on to another agent:" },
        { kind: "code" as const, text: handoff },
      ]),
];

/** The parts as lines of text. */
export const linesOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === "list"
      ? [...block.items]
      : block.kind === "table"
        ? block.rows.map((cells) => cells.join(", "))
        : [block.text],
  );
