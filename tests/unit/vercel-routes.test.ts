import { describe, expect, it } from "vitest";
import { type Condition, filled, matchRule, phasesOf, type Rule } from "../peers/vercel/host/routes.mjs";

interface Asked {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
}

/** Where a rule leads a request, or null where it is for others. */
function ledTo(rule: Rule, { method = "GET", url = "/", headers = {} }: Asked): string | null {
  const asked = new URL(url, "http://example.com");
  const [compiled] = phasesOf({ routes: [{ src: "/.*", dest: "taken", ...rule }] }).first;
  if (compiled === undefined) throw new Error("the rule is in no phase");
  const request = { method, url: asked, headers: new Headers({ host: asked.host, ...headers }) };
  const found = matchRule(compiled, asked.pathname, request);
  return found === null ? null : filled(compiled.dest ?? "", found);
}
const takes = (rule: Rule, asked: Asked): boolean => ledTo(rule, asked) !== null;

const cookie = (text: string): Asked => ({ headers: { cookie: text } });
const host = (text: string): Asked => ({ headers: { host: text } });
const header = (value: string): Asked => ({ headers: { "X-Kind": value } });

/** What is asked, of a condition: requests of which it holds, and others. */
const CONDITIONS: readonly [Condition, readonly Asked[], readonly Asked[]][] = [
  [{ type: "header", key: "x-kind" }, [header("any")], [{}, header("")]],
  [
    { type: "header", key: "X-Kind", value: "http" },
    [header("http")],
    [{}, header("https"), header("xhttp")],
  ],
  [{ type: "header", key: "x-kind", value: "a|b" }, [header("a"), header("b")], [header("ax"), header("xb")]],
  [{ type: "header", key: "x-kind", value: "a.*" }, [header("a"), header("ab")], [header("A"), header("ba")]],
  [{ type: "query", key: "id" }, [{ url: "/?id=1" }], [{ url: "/" }, { url: "/?ID=1" }, { url: "/?id=" }]],
  [
    { type: "query", key: "id", value: "\\d+" },
    [{ url: "/?id=12" }, { url: "/?a=b&id=%31" }],
    [{ url: "/?id=12x" }, { url: "/?id=x12" }, { url: "/" }],
  ],
  [{ type: "cookie", key: "seen" }, [cookie("seen=1"), cookie("a=b; seen=x")], [{}, cookie("unseen=1")]],
  [
    { type: "cookie", key: "seen", value: "a=[bc]" },
    [cookie("seen=a=b"), cookie("x=1;seen=a=c")],
    [cookie("seen=a=d"), cookie("seen=a=bb"), cookie("seen"), {}],
  ],
  [
    { type: "host", value: "(?:www\\.)?example\\.com" },
    [host("example.com"), host("www.example.com:8080"), host("EXAMPLE.com")],
    [host("example.com.evil.test"), host("an.example.com"), host("examplexcom")],
  ],
];

describe.each(CONDITIONS)("the condition %j", (condition, holding, others) => {
  it("lets a rule that has it take those of which it holds, and no others", () => {
    for (const asked of holding) expect([asked, takes({ has: [condition] }, asked)]).toEqual([asked, true]);
    for (const asked of others) expect([asked, takes({ has: [condition] }, asked)]).toEqual([asked, false]);
  });

  it("keeps a rule that misses it from those of which it holds, and from no others", () => {
    for (const asked of holding)
      expect([asked, takes({ missing: [condition] }, asked)]).toEqual([asked, false]);
    for (const asked of others)
      expect([asked, takes({ missing: [condition] }, asked)]).toEqual([asked, true]);
  });
});

describe("a rule", () => {
  const [a, b] = [
    { type: "header", key: "x-a" },
    { type: "header", key: "x-b" },
  ];

  it("takes what has all of its conditions, and nothing that has one of those that are to be missing", () => {
    const both = { headers: { "x-a": "1", "x-b": "1" } };
    expect(takes({ has: [a, b] }, both)).toBe(true);
    expect(takes({ has: [a, b] }, { headers: { "x-a": "1" } })).toBe(false);
    expect(takes({ has: [a], missing: [b] }, both)).toBe(false);
    expect(takes({ missing: [a, b] }, { headers: { "x-b": "1" } })).toBe(false);
  });

  it.each<[Rule, Asked, string]>([
    [{ src: "/old/([^/]+)", dest: "/new/$1" }, { url: "/old/one" }, "/new/one"],
    [{ src: "/(?<page>[^/]+)", dest: "/a/$page" }, { url: "/one" }, "/a/one"],
    [
      { dest: "/s/$id", has: [{ type: "query", key: "id", value: "(?<id>sig_\\d+)" }] },
      { url: "/?id=sig_7" },
      "/s/sig_7",
    ],
    [
      { dest: "/$first/$second", has: [{ type: "cookie", key: "c", value: "(?<first>.)-(?<second>.)" }] },
      cookie("c=x-y"),
      "/x/y",
    ],
    [
      { dest: "/$team", has: [{ type: "host", value: "(?<team>.+)\\.example\\.com" }] },
      host("a.example.com"),
      "/a",
    ],
    [{ dest: "/$host", has: [{ type: "host", value: ".*\\.com" }] }, host("example.com:80"), "/example.com"],
    [{ dest: "/$xkind", has: [{ type: "header", key: "x-kind" }] }, header("any"), "/any"],
  ])("%j leads to what it names of the request", (rule, asked, destination) => {
    expect(ledTo(rule, asked)).toBe(destination);
  });

  it("takes the whole path in any case, unless it says otherwise", () => {
    const urls = ["/docs", "/DOCS", "/docs/", "/a/docs"];
    expect(urls.map((url) => takes({ src: "/docs" }, { url }))).toEqual([true, true, false, false]);
    expect(urls.map((url) => takes({ src: "^/docs$", caseSensitive: true }, { url }))).toEqual([
      ...[true, false, false, false],
    ]);
  });

  it("takes the methods that it names", () => {
    const rule = { methods: ["POST"] };
    expect([takes(rule, { method: "POST" }), takes(rule, { method: "GET" })]).toEqual([true, false]);
  });

  it.each([
    { type: "path", value: "/" },
    { type: "header", key: "x-kind", value: { pre: "a" } },
  ])("is refused with the condition %j, which this host can't apply", (condition) => {
    for (const list of ["has", "missing"])
      expect(() => takes({ [list]: [condition] }, header("a"))).toThrow("a condition");
  });
});
