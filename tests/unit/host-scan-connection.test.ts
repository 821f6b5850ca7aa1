import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { pinnedTo } from "@/host/scan-connection";
import type { SentRequest } from "@/lib/security/scan-fetch/egress";
import { failureOf } from "@/lib/security/scan-fetch/failure";

/** A name that no resolver knows: whoever asks one for it gets nowhere. */
const HOST = "pinned-fixture.invalid";

const servers: (http.Server | https.Server)[] = [];
let folder: string;
let tls: { key: Buffer; cert: Buffer };
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "pinned-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => path.join(folder, name));
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      ...subject,
      "-keyout",
      key ?? "",
      "-out",
      cert ?? "",
    ],
    { stdio: "ignore" },
  );
  tls = { key: readFileSync(key ?? ""), cert: readFileSync(cert ?? "") };
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer, address = "127.0.0.1", secure = false): Promise<number> {
  const server = secure ? https.createServer(tls, answer) : http.createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return (server.address() as AddressInfo).port;
}

const asked = (more: Partial<SentRequest> = {}): SentRequest => ({
  ...{ method: "GET", headers: { "user-agent": "scanner" }, redirect: "manual", cache: "no-store" },
  signal: new AbortController().signal,
  ...more,
});

describe("a pinned connection", () => {
  it.each(["127.0.0.1", "::1"])(
    "goes to the address %s, whatever the name leads to, and keeps the name",
    async (at) => {
      const hosts: (string | undefined)[] = [];
      const port = await serve((request, response) => {
        hosts.push(request.headers.host);
        response.end("here");
      }, at);
      const way = pinnedTo(HOST, at, undefined, 1_000);
      const answer = await way.send(`http://${HOST}:${port}/`, asked());
      expect(await answer.text()).toBe("here");
      expect([way.pinned, way.counted, hosts]).toEqual([true, [at], [`${HOST}:${port}`]]);
      way.close();
    },
  );

  it("tells the server the name it wants (SNI), and believes no certificate that nobody vouches for", async () => {
    const names: (string | false | null | undefined)[] = [];
    const port = await serve((_, response) => response.end("secret"), "127.0.0.1", true);
    servers.at(-1)?.on("tlsClientError", (_, socket) => names.push(socket.servername));
    const way = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    const failure = await way.send(`https://${HOST}:${port}/`, asked()).then(() => "answered", failureOf);
    expect(failure).toBe("tls");
    way.close();
  });

  it("sends nothing to another host, and none of its requests to an address that somebody wrote", async () => {
    let came = 0;
    const port = await serve((_, response) => {
      came += 1;
      response.end();
    });
    const way = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    for (const url of [`http://other.invalid:${port}/`, `http://127.0.0.1:${port}/`, `http://[::1]:${port}/`])
      expect(await way.send(url, asked()).then(() => "answered", failureOf), url).toBe("not_pinned");
    expect(came).toBe(0);
    way.close();
  });

  it("ends where its address refuses: it asks for no other", async () => {
    const port = await serve((_, response) => response.end());
    const way = pinnedTo(HOST, "127.0.0.2", undefined, 1_000);
    expect(await way.send(`http://${HOST}:${port}/`, asked()).then(() => "answered", failureOf)).toBe(
      "refused",
    );
    way.close();
  });

  it("sends not one byte where the socket leads elsewhere all the same, and raises an alarm", async () => {
    const received: Buffer[] = [];
    const port = await serve((_, response) => response.end("elsewhere"));
    const connected = new Promise((resolve) => {
      servers.at(-1)?.once("connection", (socket: net.Socket) => {
        socket.on("data", (part: Buffer) => received.push(part)).once("close", resolve);
      });
    });
    // As a firewall's rule does that sends this machine's connections to a proxy.
    const real = net.connect;
    const redirected = vi
      .spyOn(net, "connect")
      .mockImplementation((() => real({ host: "127.0.0.1", port })) as never);
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const way = pinnedTo(HOST, "45.60.70.80", undefined, 1_000);
    try {
      const failure = await way.send(`http://${HOST}:${port}/`, asked()).then(() => "answered", failureOf);
      expect(failure).toBe("not_pinned");
      await connected;
      expect(Buffer.concat(received).toString()).toBe("");
      expect(said.mock.calls.map(([line]) => String(line)).join("\n")).toContain("scan_not_pinned");
    } finally {
      redirected.mockRestore();
      said.mockRestore();
      way.close();
    }
  });

  it("shares no connection with another scan of the same name that was judged otherwise", async () => {
    const port = await serve((_, response) => response.end("first"));
    const first = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    expect((await first.send(`http://${HOST}:${port}/`, asked())).status).toBe(200);
    const second = pinnedTo(HOST, "127.0.0.2", undefined, 1_000);
    expect(await second.send(`http://${HOST}:${port}/`, asked()).then(() => "answered", failureOf)).toBe(
      "refused",
    );
    for (const way of [first, second]) way.close();
  });

  it("takes no proxy from the environment", async () => {
    let proxied = 0;
    const proxy = await serve((_, response) => {
      proxied += 1;
      response.end("by the proxy");
    });
    const port = await serve((_, response) => response.end("itself"));
    const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"];
    const script = `
      import { pinnedTo } from ${JSON.stringify(path.resolve("host/scan-connection.ts"))};
      const way = pinnedTo("${HOST}", "127.0.0.1", undefined, 1000);
      const signal = new AbortController().signal;
      const answer = await way.send("http://${HOST}:${port}/", { method: "GET", headers: {}, signal });
      console.log(await answer.text());
      way.close();
    `;
    const env = {
      ...Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${proxy}`])),
      ...{ PATH: process.env["PATH"] ?? "", NODE_USE_ENV_PROXY: "1", NODE_ENV: "test" as const },
    };
    const { execFile } = await import("node:child_process");
    const said = await new Promise<string>((resolve, reject) => {
      execFile("npx", ["tsx", "--input-type=module", "-e", script], { env }, (error, stdout) =>
        error === null ? resolve(stdout.trim()) : reject(error),
      );
    });
    expect([said, proxied]).toEqual(["itself", 0]);
  });
});

describe("a pinned connection's answer", () => {
  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["br, gzip", (text: string) => gzipSync(brotliCompressSync(text))],
  ])("is read without its coding %s", async (coding, encode) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": coding }).end(encode("plain words")),
    );
    const way = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    expect(await (await way.send(`http://${HOST}:${port}/`, asked())).text()).toBe("plain words");
    way.close();
  });

  it("is a redirect where it is one, and carries every cookie", async () => {
    const port = await serve((_, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/", "set-cookie": ["a=1", "b=2"] }).end(),
    );
    const way = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    const { status, headers } = await way.send(`http://${HOST}:${port}/`, asked());
    expect([status, headers.get("location"), headers.getSetCookie()]).toEqual([
      ...[302, "http://169.254.169.254/", ["a=1", "b=2"]],
    ]);
    way.close();
  });

  it.each([
    [
      "that is not what it says it is",
      (response: ServerResponse) => response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip"),
    ],
    [
      "that breaks off",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("half");
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])("with a body %s fails where it is read, and nowhere else", async (_, answer) => {
    const port = await serve((_request, response) => void answer(response));
    const way = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    const read = await way.send(`http://${HOST}:${port}/`, asked());
    await expect(new Response(read.body).arrayBuffer()).rejects.toThrow();
    const unread = await way.send(`http://${HOST}:${port}/`, asked());
    await unread.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 60));
    way.close();
  });

  it("ends with the request's signal", async () => {
    const port = await serve(() => undefined);
    const way = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    await expect(way.send(`http://${HOST}:${port}/`, asked({ signal: controller.signal }))).rejects.toThrow();
    way.close();
  });

  it("comes to a POST with its body", async () => {
    const port = await serve((request, response) => {
      request.setEncoding("utf8").once("data", (body) => response.end(`${request.method} ${body}`));
    });
    const way = pinnedTo(HOST, "127.0.0.1", undefined, 1_000);
    const answer = await way.send(`http://${HOST}:${port}/mcp`, asked({ method: "POST", body: '{"ö":1}' }));
    expect(await answer.text()).toBe('POST {"ö":1}');
    way.close();
  });
});
