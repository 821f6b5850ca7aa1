import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as admitModule from "@/lib/security/admit-target";
import { parseRobots, refusesRobot } from "@/lib/security/robots";
import { scannerAgent, scannerToken } from "@/lib/security/scan-fetch/egress";
import type * as scanModule from "@/lib/security/scan/handler";
import type * as scopeModule from "@/lib/security/scope/handler";
import { type ScanWorld, startScanWorld } from "../support/scan-world";
import { PUBLIC_SUFFIXES } from "@/lib/security/gate/public-suffix";

const TOKEN = "svc-security-desk";
const refuses = (text: string): boolean => refusesRobot(parseRobots(text), TOKEN);

describe("a robots.txt", () => {
  it.each([
    ["its own group", `User-agent: ${TOKEN}\nDisallow: /`],
    [
      "any case, spaces and comments",
      `\ufeff# us\r\nUSER-AGENT :  Svc-Security-Desk # them\r\nDISALLOW:/ # all\r\n`,
    ],
    ["a version after the token", `User-agent: ${TOKEN}/1.0\nDisallow: /`],
    ["a group for several", `User-agent: GPTBot\nUser-agent: ${TOKEN}\nUser-agent: *\nDisallow: /\n`],
    [
      "a second group of the same name",
      `User-agent: ${TOKEN}\nAllow: /x\n\nUser-agent: ${TOKEN}\nDisallow: /`,
    ],
    ["a wildcard", `User-agent: ${TOKEN}\nDisallow: /*`],
    ["a bare wildcard", `User-agent: ${TOKEN}\nDisallow: *`],
    ["the homepage alone", `User-agent: ${TOKEN}\nDisallow: /$`],
    ["whatever else it allows", `User-agent: ${TOKEN}\nAllow: /public/\nDisallow: /`],
    [
      "a list of agents with another line in it",
      `User-agent: ${TOKEN}\nCrawl-delay: 9\nUser-agent: *\nDisallow: /`,
    ],
    [
      "the last of many groups",
      `${"User-agent: a\nAllow: /\n".repeat(5_000)}User-agent: ${TOKEN}\nDisallow: /`,
    ],
    ["the last of many rules", `User-agent: ${TOKEN}\n${"Disallow: /a\n".repeat(5_000)}Disallow: /`],
    ["nothing but such rules", `User-agent: ${TOKEN}\n${"Disallow:/\n".repeat(40_000)}`],
    ["after a group for all that allows", `User-agent: *\nAllow: /\n\nUser-agent: ${TOKEN}\nDisallow: /`],
  ])("refuses the scanner by %s", (_, text) => {
    expect(refuses(text)).toBe(true);
  });

  it.each([
    ["nothing in it", ""],
    ["a group for all crawlers", "User-agent: *\nDisallow: /"],
    ["a group for another", `User-agent: ${TOKEN}er\nDisallow: /`],
    ["another's longer name", `User-agent: x-${TOKEN}\nDisallow: /`],
    ["a part of the site", `User-agent: ${TOKEN}\nDisallow: /private`],
    ["an empty rule", `User-agent: ${TOKEN}\nDisallow:`],
    ["a rule as long that allows", `User-agent: ${TOKEN}\nDisallow: /\nAllow: /`],
    ["a longer rule that allows", `User-agent: ${TOKEN}\nDisallow: /\nAllow: /$`],
    [
      "a group of its own between those of others",
      `User-agent: ${TOKEN}\nDisallow:\nUser-agent: *\nDisallow: /`,
    ],
    [
      "what many other groups say",
      `User-agent: ${TOKEN}\nAllow: /a\n${"User-agent: a\nDisallow: /\n".repeat(5_000)}`,
    ],
    ["a rule without a group", "Disallow: /"],
    ["its words in a comment", `# User-agent: ${TOKEN}\n# Disallow: /`],
  ])("does not refuse it by %s", (_, text) => {
    expect(refuses(text)).toBe(false);
  });

  it("refuses whatever stands around a group that closes the site", () => {
    const line = fc.constantFrom(
      "User-agent: *",
      "Disallow: /a",
      "Allow: /b",
      "Sitemap: /s.xml",
      "",
      "# x",
      "Junk",
      "Crawl-delay: 1",
    );
    const around = fc.array(line, { maxLength: 12 });
    const sealed = `Crawl-delay: 1\nUser-agent: ${TOKEN}\nDisallow: /\n\nUser-agent: other\nCrawl-delay: 1`;
    fc.assert(
      fc.property(around, around, fc.constantFrom("\n", "\r\n", "\r"), (before, after, end) => {
        expect(refuses([...before, ...sealed.split("\n"), ...after].join(end))).toBe(true);
      }),
    );
  });

  it("is never the reason to refuse where it doesn't name the scanner, whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        fc.pre(!text.toLowerCase().includes(TOKEN));
        expect(refuses(`User-agent: *\nDisallow: /\n${text}`)).toBe(false);
      }),
    );
  });
});

describe("the scanner's name", () => {
  it("is a product token that a robots.txt can hold, and stands in the User-Agent", () => {
    for (const name of ["svc", "Desk 24/7", "Größe", "4711", "a_b-c"]) {
      expect(scannerToken(name)).toMatch(/^[A-Za-z_-]+-security-desk$/);
      expect(scannerAgent(name, "https://desk.example")).toContain(
        ` ${scannerToken(name)}/1.0; +https://desk.example/scanner)`,
      );
    }
    expect(scannerToken("4711")).toBe(TOKEN);
  });
});

describe("a site whose owner refused", () => {
  let world: ScanWorld;
  let auditSurface: typeof scanModule.auditSurface;
  let describeScope: typeof scopeModule.describeScope;
  let admitTarget: typeof admitModule.admitTarget;
  beforeAll(async () => {
    world = await startScanWorld({ SCAN_EXCLUDED_DOMAINS: "plain-fixture.com, example.co.uk" });
    ({ auditSurface } = await import("@/lib/security/scan/handler"));
    ({ describeScope } = await import("@/lib/security/scope/handler"));
    ({ admitTarget } = await import("@/lib/security/admit-target"));
  });
  afterAll(() => world.close());

  const context = () => ({ now: new Date(), signal: new AbortController().signal, headers: new Headers() });
  const refusal = {
    status: 403,
    code: "platform_scope_forbidden",
    options: { details: { problems: [{ code: "opted_out" }] } },
  };

  it("by letter is refused by its name alone, in the free answer as in the paid ones, names below it included", async () => {
    const gate = {
      own: { publicOrigin: world.service.url, aliases: [] },
      selfAudit: false,
      suffixes: PUBLIC_SUFFIXES,
    };
    for (const host of ["plain-fixture.com", "www.plain-fixture.com", "shop.example.co.uk"])
      await expect(describeScope({ target: `https://${host}` }, context())).rejects.toMatchObject(refusal);
    await expect(
      auditSurface(
        { target: "https://plain-fixture.com", allowlist: ["plain-fixture.com"], authorized: true },
        context(),
      ),
    ).rejects.toMatchObject(refusal);
    expect(admitTarget("https://explain-fixture.com", gate).target.host).toBe("explain-fixture.com");
    expect([world.sites.asked, world.first.asked]).toEqual([[], []]);
  });

  it("does not keep the service from scanning itself, whatever its own robots.txt says", async () => {
    world.service.robots = `User-agent: ${TOKEN}\nDisallow: /\n`;
    const { answer } = await auditSurface({ target: world.service.url, selfAudit: true }, context());
    expect(answer.ok).toBe(true);
    expect(world.service.asked).toContain("/robots.txt");
  });
});
