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

/** The whole of a composed answer but for the desks. */
export function blocksOf({ sections, remarks, gaps, handoff }: Composition): Block[] {
  return [
    ...remarks.map((text) => ({ kind: "paragraph" as const, text })),
    ...sections.flatMap((section) => sectionBlocks(section, sections.length > 1)),
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
}
