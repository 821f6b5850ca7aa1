import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Settings are read once a process: each set needs modules of its own. */
async function withSettings(settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return import("@/lib/http/listed-origins");
}

describe("a route of listed origins", () => {
  it("takes its own origin whole: neither another scheme, port nor host that only begins like it", async () => {
    const { isListed } = await withSettings({ PUBLIC_ORIGIN: "https://svc.example" });
    expect(isListed(null)).toBe(true);
    expect(isListed("https://svc.example")).toBe(true);
    for (const other of [
      "http://svc.example",
      "https://svc.example:8443",
      "https://svc.example.evil.example",
      "https://evil.example",
      "null",
      "",
    ])
      expect(isListed(other), other).toBe(false);
  });

  it("takes origins that the operator lists", async () => {
    const { isListed, originHeaders } = await withSettings({
      PUBLIC_ORIGIN: "https://svc.example",
      MCP_ALLOWED_ORIGINS: "https://app.example, https://other.example",
    });
    expect(isListed("https://app.example")).toBe(true);
    const ask = (origin: string) =>
      originHeaders(new Request("https://svc.example", { headers: { origin } }));
    expect(ask("https://other.example")).toEqual({
      vary: "Origin",
      "access-control-allow-origin": "https://other.example",
    });
    expect(ask("https://evil.example")).toEqual({ vary: "Origin" });
  });

  it("on one's own machine goes by each of its names, on the same port", async () => {
    const { isListed, ownHostnames } = await withSettings({ PUBLIC_ORIGIN: "http://localhost:3000" });
    for (const own of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(isListed(own), own).toBe(true);
    expect(isListed("http://127.0.0.1:3001")).toBe(false);
    expect(ownHostnames()).toEqual(["localhost", "127.0.0.1", "[::1]"]);
  });

  it("is known by the platform's names too, and by no other", async () => {
    const { ownHostnames } = await withSettings({
      PUBLIC_ORIGIN: "https://svc.example",
      VERCEL_URL: "svc-abc.vercel.app",
    });
    expect(ownHostnames()).toEqual(["svc.example", "svc-abc.vercel.app"]);
  });

  it("refuses a setting that is no list of origins", async () => {
    const { parseEnv } = await import("@/lib/env");
    for (const MCP_ALLOWED_ORIGINS of ["*", "app.example", "https://app.example/path"])
      expect(() => parseEnv({ MCP_ALLOWED_ORIGINS })).toThrow(/origins/);
  });
});
