import { describe, expect, it } from "vitest";
import * as z from "zod";
import { FEEDS } from "@/lib/desks/headlines";
import { composeWire, WIRE_METHOD } from "@/lib/desks/wire/compose";
import { wireEntry } from "@/lib/desks/wire/entry";
import type { WireInputs } from "@/lib/desks/wire/gather";
import { failed, readingOf } from "../fixtures/readings";
import { block, itDescribes } from "../support/method-page";

const now = new Date("2026-10-07T12:00:00Z");

describe("docs/method/wire.md", () => {
  itDescribes({ version: WIRE_METHOD, coverage: wireEntry.coverage, sources: Object.values(FEEDS) }, now);

  it("computes its example as the desk does", () => {
    const item = z.object({ feed: z.string(), title: z.string(), url: z.string(), publishedAt: z.string() });
    const given = z.array(item).parse(block("wire-given"));
    const read = Object.entries(FEEDS).map(([name, source]) => {
      const items = given.filter(({ feed }) => feed === name).map(({ feed: _, ...rest }) => rest);
      const [newest] = items;
      return [
        name,
        newest === undefined ? failed(source) : readingOf(source, { items }, newest.publishedAt, now),
      ];
    });
    const feeds = Object.fromEntries(read) as WireInputs["feeds"]; // a reading for each of FEEDS
    const { answer } = composeWire({ feeds, lounge: null }, wireEntry.input.parse({}), now);
    const { coverage, dataAsOf, matched } = answer;
    const headlines = answer.headlines.map(({ title, source, alsoIn, categories }) => ({
      title,
      source,
      alsoIn,
      categories,
    }));
    expect({ coverage, dataAsOf, matched, headlines }).toEqual(block("wire-answer"));
  });
});
