import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { isInstalled, NGINX, startProxy, unlessInstalled } from "../support/reverse-proxy";

/** A server that answers every request with the headers that came with it, and `bytes` of headers of its own. */
async function startEcho(bytes = 0): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("x-filler", "x".repeat(bytes));
    response.end(JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each([NGINX])("$name with the documented settings", (proxy) => {
  const start = async (bytes?: number): Promise<string> => {
    const { origin, stop } = await startProxy(proxy, await startEcho(bytes));
    onTestFinished(stop);
    return origin;
  };

  it.skipIf(!isInstalled(proxy))(
    `tells the service its peer's address, whatever the client claims, and its own name${unlessInstalled(proxy)}`,
    async () => {
      const origin = await start();
      const response = await fetch(origin, { headers: { "x-forwarded-for": "203.0.113.9" } });
      const seen = (await response.json()) as IncomingHttpHeaders;
      expect(seen["x-forwarded-for"]).toBe("127.0.0.1");
      expect(seen["x-forwarded-proto"]).toBe("http");
      expect(seen.host).toBe(new URL(origin).host);
    },
  );

  it.skipIf(!isInstalled(proxy))(
    `passes on 3,500 bytes of headers beside the server's own${unlessInstalled(proxy)}`,
    async () => {
      const response = await fetch(await start(3_500));
      expect(response.status).toBe(200);
      expect(response.headers.get("x-filler")).toHaveLength(3_500);
    },
  );
});
