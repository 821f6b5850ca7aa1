import { afterEach, describe, expect, it, vi } from "vitest";

/** The settings are read once a process, so each case loads the module anew under its own. */
async function addressOf(settings: Record<string, string>, headers: Record<string, string>): Promise<string> {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { clientAddress } = await import("@/lib/http/client-address");
  return clientAddress(new Headers(headers));
}

afterEach(() => vi.unstubAllEnvs());

describe("the client's address", () => {
  it("is the entry that the outermost own proxy wrote, whatever the client put before it", async () => {
    const forged = { "x-forwarded-for": "6.6.6.6, 1.2.3.4, 10.0.0.1" };
    expect(await addressOf({ TRUSTED_PROXY_HOPS: "1" }, forged)).toBe("10.0.0.1");
    expect(await addressOf({ TRUSTED_PROXY_HOPS: "2" }, forged)).toBe("1.2.3.4");
  });

  it("is one shared bucket when no proxy is trusted, so that no client chooses its own", async () => {
    const first = await addressOf({}, { "x-forwarded-for": "1.1.1.1" });
    expect(await addressOf({}, { "x-forwarded-for": "2.2.2.2", "x-real-ip": "3.3.3.3" })).toBe(first);
    expect(await addressOf({ TRUSTED_PROXY_HOPS: "3" }, { "x-forwarded-for": "2.2.2.2" })).toBe(first);
  });

  it("is the platform's on Vercel, not the forwarded one", async () => {
    expect(await addressOf({ VERCEL: "1" }, { "x-real-ip": "9.9.9.9", "x-forwarded-for": "6.6.6.6" })).toBe(
      "9.9.9.9",
    );
  });

  it("is a /64 in IPv6 and the plain address behind an IPv4-mapped one", async () => {
    const hop = { TRUSTED_PROXY_HOPS: "1" };
    const one = await addressOf(hop, { "x-forwarded-for": "2001:db8:0:1::1" });
    expect(await addressOf(hop, { "x-forwarded-for": "2001:0DB8:0000:0001:ffff::2" })).toBe(one);
    expect(await addressOf(hop, { "x-forwarded-for": "2001:db8:0:2::1" })).not.toBe(one);
    expect(await addressOf(hop, { "x-forwarded-for": "::ffff:1.2.3.4" })).toBe("1.2.3.4");
  });

  it.each([
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["::FFFF:102:304", "1.2.3.4"],
    ["0:0:0:0:0:ffff:1.2.3.4", "1.2.3.4"],
    ["[::ffff:1.2.3.4]:443", "1.2.3.4"],
    ["1.2.3.4:5678", "1.2.3.4"],
    ["2001:db8:0:1::1%eth0", "2001:db8:0:1::/64"],
    ["[2001:db8:0:1:5::1]:80", "2001:db8:0:1::/64"],
    ["2001:db8:0:1:2:3:1.2.3.4", "2001:db8:0:1::/64"],
  ])("written %s is %s", async (written, address) => {
    expect(await addressOf({ TRUSTED_PROXY_HOPS: "1" }, { "x-forwarded-for": written })).toBe(address);
  });

  it("is one bucket for all that is no address", async () => {
    const hop = { TRUSTED_PROXY_HOPS: "1" };
    const unknown = await addressOf({}, {});
    const none = [
      "hello",
      "1.2.3",
      "1.2.3.4.5",
      "01.2.3.4",
      "256.1.1.1",
      "::g",
      "1:2:3",
      "_hidden",
      "unknown",
      "1.2.3.4x",
    ];
    for (const written of none)
      expect(await addressOf(hop, { "x-forwarded-for": written }), written).toBe(unknown);
  });
});
