import { describe, expect, it } from "vitest";
import { namesEntry } from "@/lib/payments/rails/resource";

const entry = { path: "/api/svc-intel-tvl", tool: "intel_tvl" };

describe("what a payment says it is for", () => {
  it.each([
    null,
    "https://example.com/api/svc-intel-tvl",
    "http://127.0.0.1:3000/api/svc-intel-tvl?x=1",
    "mcp://tool/intel_tvl",
  ])("may be %s", (resource) => {
    expect(namesEntry(resource, entry)).toBe(true);
  });

  it.each([
    "https://example.com/api/svc-intel-macro",
    "mcp://tool/intel_macro",
    "mcp://other/intel_tvl",
    "ftp://x/api/svc-intel-tvl",
    "",
    "/api/svc-intel-tvl",
  ])("may not be %j", (resource) => {
    expect(namesEntry(resource, entry)).toBe(false);
  });

  it("names no tool where the entry has none", () => {
    expect(namesEntry("mcp://tool/", { path: "/x", tool: null })).toBe(false);
  });
});
