import { describe, expect, it } from "vitest";
import { HEADER_TESTS } from "@/lib/security/grade/grade";
import { headerFix } from "@/lib/security/grade/header-fixes";
import { securityHeadersDocumentation } from "@/lib/security/headers/documentation";
import { type HeaderLines, headerLines } from "@/lib/security/header-lines";
import { CRAWLING_CHECKS } from "@/lib/security/readiness/crawling-checks";
import { observation } from "../support/observation";

type Pair = readonly [name: string, value: string];

/** The header that a line sets, read as its own place reads it. */
const READ: Readonly<
  Record<"nginx" | "caddy" | "vercel" | "next" | "cloudflare" | "express", (line: string) => Pair>
> = {
  nginx: (line) => pair(/^add_header ([A-Za-z-]+) (?:"([^"$\\]*)"|'([^'$\\]*)') always;$/.exec(line)),
  caddy: (line) => pair(/^header ([A-Za-z-]+) (?:"([^"\\]*)"|`([^`]*)`)$/.exec(line)),
  vercel: (line) => entry(JSON.parse(line)),
  next: (line) => entry(evaluated(`(${line})`)),
  cloudflare: (line) => pair(/^\/\*\n {2}([A-Za-z-]+): (.+)$/.exec(line)),
  express: (line) =>
    pair(/^app\.use\(\(req, res, next\) => \{ res\.set\((.*)\); next\(\); \}\);$/.exec(line), true),
};

function pair(found: RegExpExecArray | null, asArguments = false): Pair {
  if (found === null) throw new Error("not a line of that place");
  const [, first = "", second, third] = found;
  if (!asArguments) return [first, second ?? third ?? ""];
  const values = evaluated(`[${first}]`);
  if (!Array.isArray(values)) throw new Error("no arguments");
  return [String(values[0]), String(values[1])];
}

function entry(value: unknown): Pair {
  const [header] = (value as { headers: { key: string; value: string }[] }).headers; // as both places declare it
  if (header === undefined) throw new Error("no header");
  return [header.key, header.value];
}

/** What a JavaScript expression of a line is. */
const evaluated = (source: string): unknown => new Function(`return ${source}`)();

const PLACES = ["nginx", "caddy", "vercel", "next", "cloudflare", "express"] as const;
const failing = HEADER_TESTS.map(({ id }) => [id, headerFix({ id, pass: false })] as const);
const SET = failing.flatMap(([id, fix]) => (fix?.nginx.startsWith("add_header") ? [[id, fix] as const] : []));

describe("the lines of a failed test", () => {
  it("are there for every test, and for none that passed or was not made", () => {
    for (const [id, fix] of failing) {
      expect(fix, id).not.toBeNull();
      for (const place of PLACES) expect(fix?.[place].length, `${id} ${place}`).toBeGreaterThan(10);
      expect(headerFix({ id, pass: true })).toBeNull();
      expect(headerFix({ id, pass: null })).toBeNull();
    }
    expect(SET).toHaveLength(9);
  });

  it.each(SET)("%s: every place's line sets the one header, and with it the test passes", (id, fix) => {
    const [, name = "", value = ""] = /^([A-Za-z-]+): (.+)$/.exec(fix.header ?? "") ?? [];
    for (const place of PLACES) expect(READ[place](fix[place]), place).toEqual([name, value]);
    const cors = {
      origin: "https://made-up.example",
      pairs: [
        [name, value],
        ["access-control-allow-credentials", "true"],
      ] as const,
    };
    const seen = observation({
      headers: [
        ["content-type", "text/html"],
        [name, value],
      ],
      cors: id === "cross-origin-resource-sharing" ? cors : null,
    });
    expect(HEADER_TESTS.find((test) => test.id === id)?.judge(seen).pass).toBe(true);
  });

  it("of the documentation's sample are those that are sold", () => {
    const { headers } = securityHeadersDocumentation.sample.output;
    expect(headers.length).toBeGreaterThan(0);
    for (const row of headers) expect(row.fix).toEqual(headerFix(row));
  });

  it("of cookies sets all three flags", () => {
    const fix = headerFix({ id: "cookies", pass: false });
    const seen = observation({
      headers: [["set-cookie", (fix?.header ?? "").replace("Set-Cookie: <name>=<value>", "session=1")]],
    });
    expect(HEADER_TESTS.find(({ id }) => id === "cookies")?.judge(seen)).toMatchObject({
      pass: true,
      scoreChange: 5,
    });
    for (const place of PLACES) expect(fix?.[place].toLowerCase()).toMatch(/secure.*httponly.*samesite/);
  });

  it("of plain http are a block of Caddy's: its braces end a line and stand alone", () => {
    const lines = headerFix({ id: "redirection", pass: false })?.caddy.split("\n");
    expect(lines).toEqual(["http:// {", "  redir https://{host}{uri} permanent", "}"]);
  });

  it("hold a value in the quotation marks that its own allow", () => {
    const lines: HeaderLines = headerLines("Link", '</a>; rel="b"', null);
    for (const place of PLACES) expect(READ[place](lines[place]), place).toEqual(["Link", '</a>; rel="b"']);
    expect(CRAWLING_CHECKS.find(({ id }) => id === "link-header")?.headerLines?.header).toMatch(/^Link: /);
  });
});
