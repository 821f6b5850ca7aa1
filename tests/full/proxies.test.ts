import { createServer, type IncomingHttpHeaders, request, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { isInstalled, PROXIES, startProxy, unlessInstalled } from "../support/reverse-proxy";

/** A server in the service's place, with how many connections it was given. */
async function serve(listener: RequestListener): Promise<{ origin: string; connections(): number }> {
  const server = createServer(listener);
  let connections = 0;
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
  };
}

/** Answers every request with the headers that came with it, and `bytes` of headers of its own. */
const echo =
  (bytes = 0): RequestListener =>
  (asked, response) => {
    response.setHeader("x-filler", "x".repeat(bytes));
    let length = 0;
    asked.on("data", (part: Buffer) => (length += part.length));
    asked.once("end", () => response.end(JSON.stringify({ ...asked.headers, length })));
  };

/** HAProxy takes no upgrade without them (RFC 6455, 4.1). */
const WEBSOCKET = { "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==", "sec-websocket-version": "13" };

/** Proxies look after the service's health by themselves. */
const isCheck = (url: string | undefined): boolean => url === "/readyz";

describe.each(PROXIES)("$name with the documented settings", (proxy) => {
  const start = async (bytes?: number): Promise<string> => {
    const { origin, stop } = await startProxy(proxy, (await serve(echo(bytes))).origin);
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

  it.skipIf(!isInstalled(proxy))(
    `takes a payment's header of 8 KB and a body of 64 KB${unlessInstalled(proxy)}`,
    async () => {
      const body = "x".repeat(64 * 1024);
      const headers = { "payment-signature": "x".repeat(8 * 1024) };
      const response = await fetch(await start(), { method: "POST", headers, body });
      expect(await response.json()).toMatchObject({ ...headers, length: body.length });
    },
  );

  it.skipIf(!isInstalled(proxy))(
    `keeps its connection to the service, and drops an upgrade${unlessInstalled(proxy)}`,
    async () => {
      const { origin: upstream, connections } = await serve(echo());
      const { origin, stop } = await startProxy(proxy, upstream);
      onTestFinished(stop);
      const before = connections();
      for (let call = 0; call < 5; call += 1) {
        const headers = { connection: "upgrade", upgrade: "websocket", ...WEBSOCKET };
        const seen = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
          const sent = request(origin, { headers }, (response) => {
            let text = "";
            response.on("data", (part: Buffer) => (text += part.toString()));
            response.once("end", () => resolve(JSON.parse(text) as IncomingHttpHeaders));
          });
          sent.once("error", reject).end();
        });
        expect(seen.upgrade).toBeUndefined();
      }
      expect(connections() - before).toBeLessThan(5);
    },
  );

  it.skipIf(!isInstalled(proxy))(
    `sends no call twice, though the service cuts its connection off${unlessInstalled(proxy)}`,
    async () => {
      let calls = 0;
      const { origin: upstream } = await serve((asked, response) => {
        asked.resume();
        if (isCheck(asked.url)) return void response.end();
        calls += 1;
        if (asked.method === "POST") asked.socket.destroy();
        else response.end();
      });
      const { origin, stop } = await startProxy(proxy, upstream);
      onTestFinished(stop);
      for (const body of ["{}", null]) {
        await (await fetch(origin)).text(); // so that the connection is one that was kept
        calls = 0;
        // HAProxy closes the caller's connection, too, where the service cut off one that was kept.
        const status = await fetch(origin, { method: "POST", body }).then(
          (answer) => answer.status,
          () => 0,
        );
        expect([0, 502, 503, 504]).toContain(status);
        expect(calls).toBe(1);
      }
    },
  );
});
