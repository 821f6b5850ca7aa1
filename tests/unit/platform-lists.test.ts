import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import published from "@/lib/curated/edge-networks.json" with { type: "json" };
import { ROOT } from "@/scripts/program";
import { readAnew } from "@/scripts/platforms/lists";
import { runScript } from "../support/run-script";

const KEPT = { cloudflare: { readAt: "2026-01-01", networks: ["104.16.0.0/13", "2606:4700::/32"] } };
const FOURTH = "104.16.0.0/13\n104.24.0.0/14\n";
const SIXTH = "2606:4700::/32";

/** Reads Cloudflare's two lists anew where they have these texts. */
const cloudflare = (fourth: string, sixth: string) =>
  readAnew(
    KEPT,
    ["cloudflare"],
    (url) => Promise.resolve(url.endsWith("ips-v4") ? fourth : sixth),
    "2026-11-27",
  );
const from = (platform: string, body: unknown) =>
  readAnew({}, [platform], () => Promise.resolve(JSON.stringify(body)), "2026-11-27");

describe("platforms' lists", () => {
  it("are read in the form in which each is published, and dated", async () => {
    expect(await cloudflare(FOURTH, SIXTH)).toEqual({
      cloudflare: { readAt: "2026-11-27", networks: ["104.16.0.0/13", "104.24.0.0/14", "2606:4700::/32"] },
    });
    const fastly = { addresses: ["151.101.0.0/16"], ipv6_addresses: ["2a04:4e40::/32"] };
    expect((await from("fastly", fastly)).fastly?.networks).toEqual(["151.101.0.0/16", "2a04:4e40::/32"]);
    const meta = { pages: ["185.199.108.153/32"], hooks: ["192.30.252.0/22"] };
    expect((await from("github-pages", meta))["github-pages"]?.networks).toEqual(["185.199.108.153/32"]);
    const ranges = {
      prefixes: [
        { ip_prefix: "13.32.0.0/15", service: "CLOUDFRONT" },
        { ip_prefix: "13.113.196.64/26", service: "CLOUDFRONT_ORIGIN_FACING" },
      ],
      ipv6_prefixes: [{ ipv6_prefix: "2600:9000:2000::/36", service: "CLOUDFRONT" }],
    };
    expect((await from("cloudfront", ranges)).cloudfront?.networks).toEqual([
      ...["13.32.0.0/15", "2600:9000:2000::/36"],
    ]);
  });

  it.each([
    ["a page in its place", "<html>Not found</html>", SIXTH, /no network/],
    ["a network of the whole web", `${FOURTH}0.0.0.0/0`, SIXTH, /too many addresses/],
    ["a network that holds too much", `${FOURTH}96.0.0.0/7`, SIXTH, /too many addresses/],
    ["a private network", `${FOURTH}10.0.0.0/8`, SIXTH, /no public network/],
    ["a network of IPv6 that no site has", FOURTH, "fd00::/32", /no public network/],
    ["an address that is none", `${FOURTH}104.300.0.0/13`, SIXTH, /not a network/],
    ["nothing of one family", "", SIXTH, /empty/],
    ["an address without its length", `${FOURTH}104.24.0.1`, SIXTH, /no network/],
  ])("are refused whole for %s", async (_, fourth, sixth, why) => {
    await expect(cloudflare(fourth, sixth)).rejects.toThrow(why);
  });

  it("are refused where most of a list is gone, or its form is another", async () => {
    const many = { fastly: { readAt: "2026-01-01", networks: ["a", "b", "c", "d", "e"] } };
    const few = { addresses: ["151.101.0.0/16"], ipv6_addresses: ["2a04:4e40::/32"] };
    await expect(
      readAnew(many, ["fastly"], () => Promise.resolve(JSON.stringify(few)), "2026-11-27"),
    ).rejects.toThrow(/where 5 were known/);
    await expect(from("fastly", { addresses: "151.101.0.0/16" })).rejects.toThrow();
    await expect(from("nobody", {})).rejects.toThrow(/nobody is none of/);
  });
});

describe("npm run platforms", { timeout: 120_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "platforms-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("writes what the given files say, and nothing where one of them is broken", async () => {
    const [lists, file] = [path.join(folder, "lists"), path.join(folder, "networks.json")];
    mkdirSync(lists);
    copyFileSync(path.join(ROOT, "lib/curated/edge-networks.json"), file);
    const families = [".", ":"].map((mark) =>
      published.cloudflare.networks.filter((one) => one.includes(mark)).join("\n"),
    );
    writeFileSync(path.join(lists, "ips-v4"), `${families[0]}\n45.60.0.0/16\n`);
    writeFileSync(path.join(lists, "ips-v6"), families[1] ?? "");
    const run = () =>
      runScript(
        path.join(ROOT, "node_modules/.bin/tsx"),
        ["scripts/platforms.ts", "--from", lists, "--to", file, "cloudflare"],
        {},
      );
    expect((await run()).code).toBe(0);
    const written = readFileSync(file, "utf8");
    expect(written).toContain("45.60.0.0/16");
    expect(JSON.parse(written)).toMatchObject({ akamai: published.akamai });
    writeFileSync(path.join(lists, "ips-v6"), "<html>");
    const { code, said } = await run();
    expect([code, said]).toEqual([1, expect.stringContaining("Nothing was written")]);
    expect(readFileSync(file, "utf8")).toBe(written);
  });
});
