import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { marketEntry } from "@/lib/desks/market/entry";
import { marketWith } from "@/lib/desks/market/handler";
import { ApiError } from "@/lib/http/api-error";
import { STATE_DIR } from "@/sandbox/service";
import { noStore, reader } from "../fixtures/test-source";
import { DESKS } from "./desk-cases";
import { type DeskCase, NOW, openMarket, routeCase } from "./desk-matrix";
import { isTried } from "./share";
import { fieldsOf, formsFor, IN_WORDS, MARK, type AnswerText, stringsOf, problemOf } from "./hostile-fields";

/** What these say, word for word, others say here: the bundles' three desks, the lookup's two, the same on a second chain. */
const TESTED_ELSEWHERE =
  /^(?:desk-brief|a2a-pipeline|trenches-research.*|momentum, l2-memes|trenches-screen on Base|meteora, one pool)$/;

/** The desks with words of their own. */
export const DESK_CASES: readonly DeskCase[] = [
  ...DESKS.filter(({ name }) => !TESTED_ELSEWHERE.test(name)),
  routeCase(
    "market",
    marketEntry,
    marketWith(() => Promise.resolve([])),
    {},
  ),
];

/** Whether a desk speaks of single tokens, whose names strangers choose; the others speak of markets. */
export const isOfTokens = ({ name }: DeskCase): boolean =>
  /^(?:airdrop|listing|meteora|momentum|trenches|wallet)/.test(name);

interface Recorded {
  body: string;
  contentType: string;
  status: number;
}

/** Strings of what a desk answers, or refuses with, when requests are answered by `answer`. */
async function textsOf(desk: DeskCase, answer: typeof fetch): Promise<AnswerText[]> {
  const upstream = { fetch: answer, origin: undefined };
  const read = reader({ origin: "", store: noStore, timeoutMs: 30_000, breakerMs: 0, upstream });
  try {
    return stringsOf(await desk.ask(read, NOW));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return stringsOf({ message: error.message, details: error.options.details });
  }
}

const keyOf = (input: Parameters<typeof fetch>[0], init?: RequestInit): string =>
  `${String(input)} ${typeof init?.body === "string" ? init.body : ""}`;

const respond = ({ body, contentType, status }: Recorded): Response =>
  new Response(body, { status, headers: { "content-type": contentType } });

/** The answers that a desk reads in good times. */
async function record(desk: DeskCase): Promise<Map<string, Recorded>> {
  const market = await openMarket();
  const recorded = new Map<string, Recorded>();
  try {
    await textsOf(desk, async (input, init) => {
      const { host, pathname, search } = new URL(String(input));
      const response = await fetch(`${market.url}/${host}${pathname}${search}`, init);
      const one = {
        body: await response.text(),
        contentType: response.headers.get("content-type") ?? "",
        status: response.status,
      };
      recorded.set(keyOf(input, init), one);
      return respond(one);
    });
    return recorded;
  } finally {
    await market.close();
  }
}

/** It leaves what is right, so that nothing on its way drops it: tried in each field, whatever the share. */
const REACHES_FURTHEST = "behind";

/** How many of a field's places get a text of 100 KB: all of them would only be too large. */
const LONG_ONES = 3;

/** Where a stranger's words must come out, or the test has not tried what it is about; the other desks say figures only. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  airdrop: [
    ".candidates[].name",
    ".candidates[].symbol",
    ".candidates[].venue",
    ".candidates[].chain",
    ".candidates[].url",
    ".candidates[].onchain.category",
    ".candidates[].narrative[].title",
    ".summary",
  ],
  listing: [
    ".candidates[].name",
    ".candidates[].evidence[]",
    ".candidates[].url",
    ".candidates[].narrative[].title",
  ],
  // What is still ahead in the recorded week's calendar are speeches, which are one row of the desk's own words.
  macro: [
    ".macro.events[].title",
    ".macro.headlines[].title",
    ".macro.headlines[].url",
    ".sentiment.classification",
  ],
  market: [".headlines[].title", ".headlines[].url"],
  meteora: [".pools[].name", ".pools[].tokens[].symbol"],
  // momentum names tokens by their addresses in its summary
  // A token whose name is hostile is no candidate, nor is a pool whose address is.
  momentum: [".candidates[].venue"],
  trenches: [".token.name", ".token.symbol", ".token.venue", ".social[].url", ".whales[].owner"],
  "trenches-screen": [".candidates[].token.venue"],
  tvl: [".chains[].name", ".topProtocols[].name", ".topProtocols[].category"],
  "wallet with a key": [".wallet.tokens[].symbol"],
  "wallets on both chains": [".wallet.tokens[].symbol"],
  wire: [".headlines[].title", ".headlines[].url"],
  yields: [".yields[].project", ".yields[].symbol"],
  "yields of DLMM pools": [".yields[].symbol"],
};

/**
 * Tests each desk with every text field of every answer that it reads × every form of a hostile text in it, or a share
 * of the forms of words: one function cleans them all. Whatever the desk makes of it, each string that it says is clean
 * and short.
 * @param table a file in the sandbox's folder for where a stranger's words came out
 */
export function testHostileText(desks: readonly DeskCase[], table: string): void {
  const reached = new Map<string, Set<string>>();
  afterAll(() => {
    mkdirSync(STATE_DIR, { recursive: true });
    const lines = [...reached].flatMap(([desk, ways]) => [...ways].map((way) => `${desk}\t${way}\n`));
    writeFileSync(path.join(STATE_DIR, table), lines.join(""));
  });

  describe("whatever text a provider sends in any field", () => {
    it.each(desks.map((desk) => [desk.name, desk] as const))(
      "%s says nothing but clean, short words",
      async (name, desk) => {
        const recorded = await record(desk);
        const ways = new Set<string>();
        reached.set(name, ways);
        const wrong = new Set<string>();
        let met = 0;
        let tried = 0;
        for (const [key, good] of recorded) {
          const fields = fieldsOf(good.body, good.contentType);
          for (const [field, sample] of fields.names) {
            const forms = formsFor(sample);
            const all = Object.entries(forms);
            met++;
            for (const [i, [form, make]] of all.entries()) {
              if (forms === IN_WORDS && form !== REACHES_FURTHEST && !isTried(i, all.length, met)) continue;
              const body = fields.put(field, (right, nth) =>
                form === "long" && nth >= LONG_ONES ? right : make(right),
              );
              const texts = await textsOf(desk, (input, init) => {
                const asked = keyOf(input, init);
                const one = recorded.get(asked);
                // what another text made it ask for is not there
                if (one === undefined) return Promise.resolve(new Response("", { status: 404 }));
                return Promise.resolve(respond(asked === key ? { ...one, body } : one));
              });
              tried++;
              const where = `${key.replace(/[?\s].*$/, "")} ${field} ${form}`;
              for (const one of texts) {
                const what = problemOf(one);
                if (what !== null) wrong.add(`${where}: ${what}`);
                if (one.text.includes(MARK)) ways.add(`${where}\t${one.path}`);
              }
            }
          }
        }
        expect(tried).toBeGreaterThanOrEqual(Math.max(1, met));
        expect([...wrong]).toEqual([]);
        const shown = [...new Set([...ways].map((way) => way.split("\t")[1]))];
        expect(shown).toEqual(SHOWN[name] === undefined ? [] : expect.arrayContaining([...SHOWN[name]]));
      },
      900_000, // a desk of 180 fields is asked some 500 times
    );
  });
}
