import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressed } from "@/host/compressed";

const LONG = JSON.stringify({ words: "again and again, ".repeat(200) });
const asking = (accept: string): Request =>
  new Request("https://svc.example.com/api/x", { headers: { "accept-encoding": accept } });

describe("an answer of the API that a caller takes compressed", () => {
  it("is so, whole, under its own length, with a weak tag and the header that caches go by", async () => {
    const headers = { "content-type": "application/json", "content-length": `${LONG.length}`, etag: '"abc"' };
    const sent = await compressed(asking("gzip"), new Response(LONG, { headers }));
    const bytes = Buffer.from(await sent.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe(LONG);
    expect(sent.headers.get("content-length")).toBeNull(); // the server writes the one of what it sends
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      ...{ "content-encoding": "gzip", etag: 'W/"abc"', vary: "Accept-Encoding" },
    });
  });

  it.each(["identity", "gzip;q=0", "br"])("is sent as it is to who takes %s", async (accept) => {
    const response = new Response(LONG, { headers: { "content-type": "application/json" } });
    const sent = await compressed(asking(accept), response);
    expect(sent.headers.get("content-encoding")).toBeNull();
    expect(await sent.text()).toBe(LONG);
  });
});
