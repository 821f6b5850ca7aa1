import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeAllowlist } from "@/lib/security/gate/allowlist";
import { judgeRedirect } from "@/lib/security/gate/judge-redirect";
import { type GateOptions, judgeTarget, type ScanTarget } from "@/lib/security/gate/judge-target";
import { isForbidden } from "@/lib/security/gate/problem";
import { isPublicAddress, neighbourhood } from "@/lib/security/gate/public-address";
import {
  PUBLIC_SUFFIXES,
  isPublicSuffix,
  isSharedSuffix,
  registrableDomain,
} from "@/lib/security/gate/public-suffix";
import { ends } from "../support/ends";
import { runs } from "../support/properties";

const OWN = "https://desk.example.net";
const GATE: GateOptions = {
  own: { publicOrigin: OWN, aliases: ["https://svc-abc.example.org"] },
  selfAudit: false,
  suffixes: PUBLIC_SUFFIXES,
};

const codes = (raw: string, gate = GATE): string[] => {
  const verdict = judgeTarget(raw, gate);
  return verdict.ok ? [] : verdict.problems.map(({ code }) => code);
};

function target(raw: string, gate = GATE): ScanTarget {
  const verdict = judgeTarget(raw, gate);
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.problems));
  return verdict.target;
}

describe("the target gate", () => {
  it("keeps of a target its origin only, and says when it left something out", () => {
    expect(judgeTarget("HTTPS://WWW.Shop.Example.co.uk/a?b=c#d", GATE)).toEqual({
      ok: true,
      target: {
        origin: "https://www.shop.example.co.uk",
        host: "www.shop.example.co.uk",
        registrableDomain: "example.co.uk",
        self: false,
      },
      shortened: true,
    });
    expect(judgeTarget("https://example.com", GATE)).toMatchObject({ ok: true, shortened: false });
    expect(judgeTarget("https://example.com:443/", GATE)).toMatchObject({ ok: true, shortened: false });
  });

  it.each([
    ["example.com", "not_https"],
    ["//example.com", "not_https"],
    ["http://example.com", "not_https"],
    ["ftp://example.com", "not_https"],
    ["https:example.com", "not_https"],
    ["https:///example.com", "not_https"],
    ["https:\\\\example.com", "not_https"],
    ["https://example.com:8443", "port"],
    ["https://me@example.com", "credentials"],
    ["https://@example.com", "credentials"],
    ["https://exa mple.com", "target_malformed"],
    ["https://example.com/\u0000", "target_malformed"],
    [" https://example.com", "target_malformed"],
    ["https://exa\tmple.com", "target_malformed"],
    ["https://example.com\\@10.0.0.1", "host_malformed"],
    ["https://%65xample.com", "host_malformed"],
    ["https://ex_ample.com", "host_malformed"],
    ["https://[fe80::1%25eth0]", "host_malformed"],
    ["https://example.com.", "host_malformed"],
    [`https://example.com/${"a".repeat(2_048)}`, "target_malformed"],
    ["", "not_https"],
  ])("refuses %j as wrongly written: %s", (raw, code) => {
    expect(codes(raw)).toContain(code);
  });

  it.each(["https://-a.example.com", "https://ex_ample.com", `https://${"a".repeat(64)}.example.com`])(
    "says of %s that it is no name, and not that names are registered under it",
    (raw) => {
      expect(codes(raw)).toEqual(["host_malformed"]);
    },
  );

  it.each([
    ["https://10.0.0.1", "ip_literal"],
    ["http://[::1]:8080", "ip_literal"],
    ["https://1.1.1.1", "ip_literal"],
    ["https://256.256.256.256", "ip_literal"],
    ["https://0x7f.0.0.0.1:8443/", "ip_literal"],
    ["https://me@10.0.0.1.1", "ip_literal"],
    ["https://[fe80::1%25eth0]", "ip_literal"],
    ["https://[::1", "ip_literal"],
    ["https://xn--mnchen-3ya.de", "punycode"],
    ["https://shop.xn--a.com", "punycode"],
    ["https://münchen.de", "punycode"],
    ["https://www.XN--MNCHEN-3YA.de", "punycode"],
    ["https://localhost", "special_use"],
    ["https://printer.local.", "special_use"],
    ["https://db.prod.internal", "special_use"],
    ["https://intranet2", "single_label"],
    ["https://metadata.google.internal", "metadata_host"],
    ["https://10.0.0.1.nip.io", "wildcard_dns"],
    ["https://app-git-main-me.vercel.app", "preview_host"],
    ["https://a.trycloudflare.com", "preview_host"],
    ["https://x.zrok.io", "preview_host"],
    ["https://com.br", "public_suffix"],
  ])("forbids %s whatever the caller attests: %s", (raw, code) => {
    const verdict = judgeTarget(raw, GATE);
    expect(codes(raw)).toContain(code);
    expect(!verdict.ok && verdict.problems.some(isForbidden)).toBe(true);
  });

  it.each([
    ["shop-git-main.vercel.run", "preview_host", "previews and free deployments"],
    ["shop--1a2b3c.hosted.app", "preview_host", "previews and free deployments"],
    ["shop.edgecompute.app", "preview_host", "previews and free deployments"],
    ["shop.wasmer.app", "preview_host", "previews and free deployments"],
    ["shop.shuttle.app", "preview_host", "previews and free deployments"],
    ["shop.me.repl.run", "preview_host", "previews and free deployments"],
    ["ab12.preview.bolt.new", "preview_host", "previews and free deployments"],
    ["shop-pr-7.render-preview.com", "preview_host", "previews and free deployments"],
    ["x.bore.pub", "preview_host", "leads through a tunnel"],
    ["x.pagekite.me", "preview_host", "leads through a tunnel"],
    ["x.at.playit.gg", "preview_host", "leads through a tunnel"],
    ["6ff42ae2.cfargotunnel.com", "preview_host", "leads through a tunnel"],
    ["x.ngrok.io", "preview_host", "leads through a tunnel"],
    ["webhook.site", "request_bin", "shows requests to whoever"],
    ["eo4x1.m.pipedream.net", "request_bin", "shows requests to whoever"],
    ["shop.free.beeceptor.com", "request_bin", "shows requests to whoever"],
    ["s3.amazonaws.com", "shared_host", "no site of anybody's"],
    ["s3.eu-central-1.amazonaws.com", "shared_host", "no site of anybody's"],
    ["storage.googleapis.com", "shared_host", "no site of anybody's"],
    ["ec2-1-2-3-4.compute-1.amazonaws.com", "address_name", "a machine's address in words"],
    ["ec2-1-2-3-4.eu-central-1.compute.amazonaws.com", "address_name", "a machine's address in words"],
    ["ip-10-0-0-1.shop.example.com", "address_name", "a machine's address in words"],
    ["4.3.2.1.bc.googleusercontent.com", "address_name", "a machine's address in words"],
    ["static.4.3.2.1.clients.your-server.de", "address_name", "a machine's address in words"],
    ["1-2-3-4.ip.linodeusercontent.com", "address_name", "a machine's address in words"],
    ["api.metadata.cloud.ibm.com", "metadata_host", "metadata service"],
    ["metadata.exoscale.com", "metadata_host", "metadata service"],
    ["instance-data.ec2.internal", "metadata_host", "metadata service"],
    ["smackaho.st", "wildcard_dns", "lead to whatever address"],
    ["a.loopback.jp", "wildcard_dns", "lead to whatever address"],
  ])("forbids %s with its reason: %s, %s", (host, code, why) => {
    const verdict = judgeTarget(`https://${host}`, GATE);
    if (verdict.ok) throw new Error("admitted");
    expect(verdict.problems).toEqual([{ code, message: expect.stringContaining(why) }]);
    expect(verdict.problems.every(isForbidden)).toBe(true);
  });

  it("takes names that only look like forbidden ones", () => {
    for (const raw of [
      "https://notvercel.app",
      "https://vercel.app.example.com",
      "https://localhost.example.com",
      "https://nip.io.example.com",
      "https://10.0.0.1.example.com",
      "https://co.uk.example.com",
      "https://local.example.com",
      "https://metadata.example.com",
      "https://1-2-3-4.com",
      "https://app-v1-2-3-4.example.com",
      "https://256-1-2-3.example.com",
      "https://ec2-guide.example.com",
      "https://2026-11-22.example.com",
      "https://shop.myshopify.com",
      "https://mybolt.new",
      "https://shop.squarespace.com",
    ])
      expect(codes(raw), raw).toEqual([]);
  });

  it("refuses every spelling of an IPv4 address", () => {
    const part = (value: number): fc.Arbitrary<string> =>
      fc.constantFrom(
        String(value),
        `0x${value.toString(16)}`,
        `0X${value.toString(16).toUpperCase()}`,
        `0${value.toString(8)}`,
        `000${value.toString(8)}`,
      );
    const spelling = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).chain(([a, b, c, d]) =>
      fc.oneof(
        fc.tuple(part(a), part(b), part(c), part(d)).map((parts) => parts.join(".")),
        fc.tuple(part(a), part(b), part(c * 256 + d)).map((parts) => parts.join(".")),
        fc.tuple(part(a), part((b * 256 + c) * 256 + d)).map((parts) => parts.join(".")),
        part(((a * 256 + b) * 256 + c) * 256 + d),
      ),
    );
    const full = (text: string): string =>
      [...text]
        .map((char) => (/[0-9]/.test(char) ? String.fromCodePoint(0xff10 + Number(char)) : char))
        .join("");
    const spelled = spelling.chain((text) =>
      fc.constantFrom(
        text,
        `${text}.`,
        `${text}:443`,
        text.replaceAll(".", "。"),
        full(text),
        `user:pw@${text}`,
        `[::ffff:${text}]`,
        `example.com\\@${text}`,
      ),
    );
    fc.assert(
      fc.property(
        spelled,
        fc.constantFrom("https://", "HTTPS://", "https:/", "https:\\\\", "http://"),
        (host, scheme) => {
          expect(judgeTarget(`${scheme}${host}/`, GATE).ok).toBe(false);
        },
      ),
      runs(20),
    );
  });

  it("admits nothing but a public name over https, whatever is written", () => {
    const alphabet = fc.constantFrom(
      ..."https:/\\@.%#?[]:0123456789abcdefx-_ \t\u0000\u3002\uff0e\u00ad١é",
      "com",
      "localhost",
      "127.0.0.1",
    );
    const written = fc.array(alphabet, { maxLength: 24 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.oneof(
          written,
          written.map((text) => `https://${text}`),
        ),
        (raw) => {
          const verdict = judgeTarget(raw, GATE);
          if (!verdict.ok) {
            expect(verdict.problems.length).toBeGreaterThan(0);
            return;
          }
          expect(verdict.target.origin).toMatch(
            /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/,
          );
          expect(new URL(verdict.target.origin).hostname).toBe(verdict.target.host);
          expect(new URL(raw).hostname).toBe(verdict.target.host);
        },
      ),
      runs(50),
    );
  });

  it("reports forbidden and malformed at once, so that a private address is forbidden in every spelling", () => {
    expect(codes("http://user@10.0.0.1:8080/")).toEqual(["not_https", "credentials", "ip_literal", "port"]);
  });
});

describe("the service's own host", () => {
  it("is forbidden in every spelling", () => {
    const mixedCase = (text: string): fc.Arbitrary<string> =>
      fc
        .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
        .map((ups) => [...text].map((char, at) => (ups[at] ? char.toUpperCase() : char)).join(""));
    fc.assert(
      fc.property(
        fc.constantFrom("desk.example.net", "svc-abc.example.org").chain(mixedCase),
        fc.constantFrom("", ".", ":443", "/", "/?x", ":8443", "#"),
        (host, tail) => {
          expect(codes(`https://${host}${tail}`)).toContain("own_host");
        },
      ),
    );
  });

  it("passes as a self-audit, whatever its scheme and port, and nothing else does", () => {
    const local: GateOptions = {
      own: { publicOrigin: "http://127.0.0.1:3210", aliases: [] },
      selfAudit: true,
      suffixes: PUBLIC_SUFFIXES,
    };
    expect(target("http://127.0.0.1:3210/security", local)).toEqual({
      origin: "http://127.0.0.1:3210",
      host: "127.0.0.1:3210",
      registrableDomain: "127.0.0.1",
      self: true,
    });
    const audit: GateOptions = { ...GATE, selfAudit: true };
    expect(target(OWN, audit)).toMatchObject({ origin: OWN, self: true });
    for (const raw of [
      "http://desk.example.net",
      "https://desk.example.net:8443",
      "https://svc-abc.example.org",
      "https://example.com",
      "https://desk.example.net@10.0.0.1",
      "https://user@desk.example.net",
      "https://10.0.0.1",
      "not an address",
    ])
      expect(codes(raw, audit), raw).toEqual(["not_own_host"]);
  });
});

describe("addresses that resolvers answer", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
    "2001:4860:4860::8888",
    "2001:200::1",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "0.0.0.0",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.19.255.255",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "::8.8.8.8",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:1ff::1",
    "2001:db8::1",
    "2002:808:808::1",
    "2620:4f:8000::1",
    "3fff:fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "01.2.3.4",
    "1.2.3",
    "1.2.3.4.5",
    "1.2.3.256",
    "0x7f.0.0.1",
    "2606:4700::1%eth0",
    "2606:4700:::1",
    "2606::4700::1",
    "2606:4700:1:2:3:4:5:6:7",
    "2606:4700:1:2:3:4:5::6",
    "12345::1",
    "",
    " 1.1.1.1",
    "example.com",
  ])("%j is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it("are never public when any IPv6 form embeds an IPv4 address", () => {
    const byte = fc.nat(255);
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, c, d) => {
        const v4 = `${a}.${b}.${c}.${d}`;
        const hex = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
        for (const text of [
          `::ffff:${v4}`,
          `::ffff:${hex}`,
          `::${v4}`,
          `64:ff9b::${v4}`,
          `2002:${hex}::1`,
          `2001:0:${hex}::`,
        ])
          expect(isPublicAddress(text), text).toBe(false);
      }),
    );
  });

  it("count by /24 and /48", () => {
    expect(neighbourhood("93.184.215.14")).toBe("93.184.215.0/24");
    expect(neighbourhood("2606:2800:21f:cb07:6820:80da:af6b:8b2c")).toBe("2606:2800:21f::/48");
    expect(neighbourhood("2606:2800:21f::1")).toBe(neighbourhood("2606:2800:021f:ffff::2"));
    expect(neighbourhood("example.com")).toBeNull();
  });
});

describe("registrable domains", () => {
  it.each([
    ["example.com", "example.com"],
    ["a.b.example.com", "example.com"],
    ["www.bbc.co.uk", "bbc.co.uk"],
    ["x.gov.uk", "x.gov.uk"],
    ["shop.example.com.br", "example.com.br"],
    ["a.b.myshopify.com", "b.myshopify.com"],
    ["a.b.vercel.app", "b.vercel.app"],
    ["postman-echo.com", "postman-echo.com"],
    ["shop.zendesk.com", "shop.zendesk.com"],
    ["zendesk.com", "zendesk.com"],
    ["a.shop.zendesk.com", "shop.zendesk.com"],
    ["shop.westeurope.cloudapp.azure.com", "shop.westeurope.cloudapp.azure.com"],
    ["files.shop.s3.eu-west-1.amazonaws.com", "shop.s3.eu-west-1.amazonaws.com"],
    ["shop.storage.googleapis.com", "shop.storage.googleapis.com"],
    ["zendesk.example.com", "example.com"],
  ])("%s belongs to %s", (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });

  it("do not exist for suffixes", () => {
    for (const suffix of ["com", "co.uk", "com.br"]) {
      expect(registrableDomain(suffix)).toBeNull();
      expect(isPublicSuffix(suffix)).toBe(true);
      expect(isSharedSuffix(suffix)).toBe(true);
    }
  });

  it("are the host itself for a site that gives names to its customers", () => {
    for (const host of ["blogspot.com", "myshopify.com"]) {
      expect(registrableDomain(host)).toBe(host);
      expect(isPublicSuffix(host)).toBe(false);
      expect(isSharedSuffix(host)).toBe(true);
      expect(judgeAllowlist([host], target(`https://${host}`)).problems).toEqual([]);
      expect(judgeAllowlist([`*.${host}`], target(`https://a.${host}`)).problems[0]?.code).toBe(
        "pattern_public_suffix",
      );
      expect(judgeAllowlist([`b.${host}`], target(`https://a.${host}`)).problems[0]?.code).toBe(
        "pattern_other_domain",
      );
    }
  });
});

describe("the caller's allowlist", () => {
  it.each([
    ["*.zendesk.com", "shop.zendesk.com"],
    ["*.sharepoint.com", "shop.sharepoint.com"],
    ["*.amazonaws.com", "shop.s3.amazonaws.com"],
    ["*.s3.eu-west-1.amazonaws.com", "shop.s3.eu-west-1.amazonaws.com"],
    ["*.googleapis.com", "shop.storage.googleapis.com"],
    ["*.azure.com", "shop.westeurope.cloudapp.azure.com"],
    ["*.cloudapp.azure.com", "shop.westeurope.cloudapp.azure.com"],
    ["*.westeurope.cloudapp.azure.com", "shop.westeurope.cloudapp.azure.com"],
    ["*.blob.core.windows.net", "shop.blob.core.windows.net"],
    ["*.substack.com", "shop.substack.com"],
  ])(
    "takes no %s, which covers other customers' names than %s, and takes that name itself",
    (pattern, host) => {
      const at = target(`https://${host}`);
      expect(judgeAllowlist([pattern], at).problems[0]?.code).toBe("pattern_public_suffix");
      expect(judgeAllowlist([host], at).problems).toEqual([]);
    },
  );

  const site = target("https://www.example.co.uk");
  const judge = (...patterns: string[]) => judgeAllowlist(patterns, site);

  it("covers a target by its host or by a wildcard above it, and reports the pattern", () => {
    expect(judge("api.example.co.uk", "*.Example.co.uk")).toEqual({
      matchedPattern: "*.Example.co.uk",
      problems: [],
    });
    expect(judge("WWW.example.co.uk").matchedPattern).toBe("WWW.example.co.uk");
    expect(judgeAllowlist(["*.example.co.uk"], target("https://a.b.example.co.uk")).problems).toEqual([]);
  });

  it("does not cover a domain by the wildcard below it, nor a neighbour", () => {
    const apex = target("https://example.co.uk");
    expect(judgeAllowlist(["*.example.co.uk"], apex).problems[0]?.code).toBe("not_in_allowlist");
    expect(judge("example.co.uk").problems[0]?.code).toBe("not_in_allowlist");
    expect(judge("ww.example.co.uk", "*.www.example.co.uk").problems[0]?.code).toBe("not_in_allowlist");
  });

  it.each([
    [[], "allowlist_size"],
    [Array.from({ length: 11 }, () => "www.example.co.uk"), "allowlist_size"],
    [["*"], "pattern_malformed"],
    [["*."], "pattern_malformed"],
    [[""], "pattern_malformed"],
    [["*.*.example.co.uk"], "pattern_malformed"],
    [["www.*.co.uk"], "pattern_malformed"],
    [["https://www.example.co.uk"], "pattern_malformed"],
    [["www.example.co.uk:443"], "pattern_malformed"],
    [["www.example.co.uk/"], "pattern_malformed"],
    [["wwẃ.example.co.uk"], "pattern_malformed"],
    [["www.example.co.uk "], "pattern_malformed"],
    [["*.co.uk"], "pattern_public_suffix"],
    [["*.uk"], "pattern_public_suffix"],
    [["*.vercel.app"], "pattern_public_suffix"],
    [["*.other.co.uk"], "pattern_other_domain"],
    [["*.example.co.uk", "example.com"], "pattern_other_domain"],
  ])("%j is refused as %s", (patterns, code) => {
    expect(judge(...patterns)).toMatchObject({ matchedPattern: null, problems: [{ code }] });
  });
});

describe("a target's redirects", () => {
  const site = target("https://example.com");
  const judge = (location: string) => judgeRedirect(location, new URL("https://example.com/a/b"), site, GATE);

  it("are followed on the very origin only", () => {
    expect(judge("../c?d#e")).toMatchObject({
      kind: "same-origin",
      url: { href: "https://example.com/c?d" },
    });
    expect(judge("https://EXAMPLE.com:443/")).toMatchObject({ kind: "same-origin" });
    expect(judge("https://www.example.com/")).toEqual({
      kind: "elsewhere",
      origin: "https://www.example.com",
    });
    expect(judge("http://example.com/")).toEqual({ kind: "elsewhere", origin: "http://example.com" });
  });

  it("into private networks, to credentials, to this service and to what can't be read are forbidden", () => {
    for (const location of [
      "//10.0.0.1/",
      "https://0x7f.1/",
      "http://[::1]/",
      "https://user@example.com/",
      `${OWN}/api`,
      "https://example.com:22/",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,x",
      "blob:https://example.com/9115d58c-bcda-ff47-86e5-083e9a215304",
      "https://",
    ])
      expect(judge(location).kind, location).toBe("forbidden");
  });

  it("are forbidden unread where they are longer than a target may be", () => {
    expect(judge(`/${"a".repeat(2_047)}`).kind).toBe("same-origin");
    expect(judge(`/${"a".repeat(2_048)}`)).toMatchObject({
      kind: "forbidden",
      problems: [{ code: "target_malformed" }],
    });
  });
});

describe("a host longer than any name", () => {
  it("is refused as that, and no list is asked whose it is", () => {
    const suffixes = {
      registrableDomain: () => expect.unreachable("asked for a domain"),
      isPublicSuffix: () => expect.unreachable("asked for a suffix"),
    };
    const verdict = judgeTarget(`https://${"a.".repeat(126)}io`, { ...GATE, suffixes });
    expect(verdict).toMatchObject({
      ok: false,
      problems: [{ code: "host_malformed", message: "The host is longer than 253 characters." }],
    });
  });

  it("is refused however many dots it has", () => {
    const host = `example.com${".".repeat(300_000)}a`;
    expect(ends(() => judgeTarget(`https://${host}`, GATE)).ok).toBe(false);
  });
});
