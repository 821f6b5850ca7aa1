import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRedirect } from "@/lib/security/gate/judge-redirect";
import { type GateOptions, judgeTarget, type ScanTarget } from "@/lib/security/gate/judge-target";
import { PREVIEW_SUFFIXES, TUNNEL_SUFFIXES } from "@/lib/security/gate/preview-suffixes";
import { isForbidden } from "@/lib/security/gate/problem";
import { PUBLIC_SUFFIXES } from "@/lib/security/gate/public-suffix";
import {
  MACHINE_NAMES,
  METADATA_HOSTS,
  SPECIAL_USE_NAMES,
  WILDCARD_DNS,
} from "@/lib/security/gate/special-names";
import { runs } from "../support/properties";

const GATE: GateOptions = {
  own: { publicOrigin: "https://desk.example.net", aliases: [] },
  selfAudit: false,
  suffixes: PUBLIC_SUFFIXES,
};
const SITE: ScanTarget = {
  origin: "https://example.com",
  host: "example.com",
  registrableDomain: "example.com",
  self: false,
};
const FROM = new URL("https://example.com/a/b");

const isFollowed = (location: string): boolean =>
  judgeRedirect(location, FROM, SITE, GATE).kind === "same-origin";
const isTold = (location: string): boolean => judgeRedirect(location, FROM, SITE, GATE).kind === "elsewhere";

const mixedCase = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((ups) => [...text].map((char, at) => (ups[at] ? char.toUpperCase() : char)).join(""));

/** One number of an IPv4 address as parsers take it: decimal, octal or hexadecimal, padded or not. */
const part = (value: number): fc.Arbitrary<string> =>
  fc.constantFrom(
    String(value),
    `0x${value.toString(16)}`,
    `0${value.toString(8)}`,
    `0x00${value.toString(16)}`,
  );
const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).chain(([a, b, c, d]) =>
  fc.oneof(
    fc.tuple(part(a), part(b), part(c), part(d)).map((parts) => parts.join(".")),
    fc.tuple(part(a), part((b * 256 + c) * 256 + d)).map((parts) => parts.join(".")),
    part(((a * 256 + b) * 256 + c) * 256 + d),
  ),
);

/** An IPv6 address with a run of zeros shortened somewhere or not, padded or not, its end as IPv4 or not. */
const ipv6 = fc
  .tuple(
    fc.array(fc.constantFrom(0, 1, 0xffff, 0xfe80, 0x2606, 0x7f00), { minLength: 8, maxLength: 8 }),
    fc.nat(7),
    fc.nat(7),
    fc.boolean(),
    fc.boolean(),
    fc.ipV4(),
  )
  .chain(([groups, from, length, padded, dotted, v4]) => {
    const written = groups.map((group) => group.toString(16).padStart(padded ? 4 : 1, "0"));
    const head = dotted ? [...written.slice(0, 6), v4] : written;
    const short = `${head.slice(0, from).join(":")}::${head.slice(from + length).join(":")}`;
    return mixedCase(length > 0 && from + length < head.length ? short : head.join(":"));
  });

const label = fc
  .stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/)
  .filter((text) => !text.startsWith("xn--"));

describe("however it is written", () => {
  it("an IPv6 address is no target, and no redirect to one is followed or reported as a site", () => {
    fc.assert(
      fc.property(
        ipv6,
        fc.constantFrom("", "%25eth0", "%eth0"),
        fc.constantFrom("", ":443", ":8443", "."),
        fc.constantFrom("", "user:pw@", "example.com@"),
        (address, zone, tail, before) => {
          const location = `https://${before}[${address}${zone}]${tail}/`;
          expect(judgeTarget(location, GATE).ok, location).toBe(false);
          for (const redirect of [location, location.slice(6), location.replace("https", "http")]) {
            expect(isFollowed(redirect), redirect).toBe(false);
            expect(isTold(redirect), redirect).toBe(false);
          }
        },
      ),
      runs(20),
    );
  });

  it("no redirect to an IPv4 address is followed or reported as a site", () => {
    fc.assert(
      fc.property(
        ipv4,
        fc.constantFrom("https://", "http://", "//", "\\\\", "/\\", "https:\\\\", "https:/\t/", " //"),
        fc.constantFrom("", ":80", ".", "?x", "#x", "/x"),
        (address, before, tail) => {
          const location = `${before}${address}${tail}`;
          expect(isFollowed(location), location).toBe(false);
          expect(isTold(location), location).toBe(false);
        },
      ),
      runs(20),
    );
  });

  it("a name under what nobody may have scanned is forbidden: any case, any labels, with the dot at its end or a port", () => {
    const forbidden = [
      ...SPECIAL_USE_NAMES,
      ...METADATA_HOSTS,
      ...WILDCARD_DNS,
      ...PREVIEW_SUFFIXES,
      ...TUNNEL_SUFFIXES,
      ...MACHINE_NAMES,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...forbidden),
        fc.array(label, { maxLength: 3 }),
        fc.constantFrom("", ".", ":443", ":22", "/", "?x"),
        (suffix, labels, tail) => {
          const location = `https://${[...labels, suffix].join(".")}${tail}`;
          for (const raw of [location, location.toUpperCase().replace("HTTPS", "https")]) {
            const verdict = judgeTarget(raw, GATE);
            expect(!verdict.ok && verdict.problems.some(isForbidden), raw).toBe(true);
            expect(isTold(raw), raw).toBe(false);
          }
        },
      ),
      runs(20),
    );
  });

  it("a host with a letter beyond ASCII is no target, whatever a parser makes of it", () => {
    const beyond = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 3 })
      .filter((text) => /[^\x00-\x7f]/.test(text) && !/[/?#\\]/.test(text)); // which would end the host
    fc.assert(
      fc.property(
        label,
        beyond,
        label,
        fc.constantFrom("com", "co.uk", "localhost"),
        (left, odd, right, end) => {
          for (const host of [
            `${left}${odd}${right}.${end}`,
            `${left}.${right}${odd}${end}`,
            `${odd}.${left}.${end}`,
          ])
            expect(judgeTarget(`https://${host}/`, GATE).ok, host).toBe(false);
        },
      ),
      runs(20),
    );
  });

  it("only its own origin is followed, of whatever a site answers as Location", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string({ maxLength: 40 }), fc.webPath()), (location) => {
        const verdict = judgeRedirect(location, FROM, SITE, GATE);
        if (verdict.kind === "same-origin") expect(verdict.url.origin).toBe(SITE.origin);
        if (verdict.kind === "elsewhere")
          expect(judgeTarget(verdict.origin.replace(/^http:/, "https:"), GATE).ok).toBe(true);
      }),
      runs(30),
    );
  });
});
