import { execFile } from "node:child_process";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listen, type Listening } from "@/sandbox/host/listen";
import { offline, type Offline } from "../support/offline";

let here: Listening;
beforeAll(async () => {
  here = await listen(0, (_, response) => void response.end("answered"));
});
afterAll(() => here.close());

async function kept<Result>(use: (kept: Offline) => Promise<Result>): Promise<[Result, string[]]> {
  const one = await offline();
  try {
    return [await use(one), one.attempts()];
  } finally {
    one.end();
  }
}

/** What a Node process that is kept from the network prints of this expression, or of why it failed. */
const printed = (expression: string) =>
  kept(
    ({ env }) =>
      new Promise<string>((resolve, reject) => {
        const told = `(${expression}).then(String, ({ code, cause }) => code ?? cause?.code).then(console.log)`;
        const words = ["--input-type=module", "--eval", told];
        execFile(process.execPath, words, { env: { ...process.env, ...env } }, (error, stdout) =>
          error === null ? resolve(stdout.trim()) : reject(error),
        );
      }),
  );

const PROMISED = "new Promise((resolve, reject) => ";

// Addresses and names that documentation is promised (RFC 5737, RFC 2606): nobody would be asked without the guard either.
it.each([
  ["fetch", 'fetch("http://192.0.2.1:81/")', "a connection to 192.0.2.1:81"],
  ["fetch by a name", 'fetch("https://example.com/")', "a connection to example.com:443"],
  [
    "a socket",
    `import("node:net").then(({ connect }) => ${PROMISED}connect(81, "192.0.2.1").on("error", reject).on("connect", resolve)))`,
    "a connection to 192.0.2.1:81",
  ],
  [
    "a look-up",
    'import("node:dns/promises").then(({ lookup }) => lookup("example.com"))',
    "a look-up of example.com",
  ],
  [
    "a question to a name server",
    `import("node:dns").then(({ Resolver }) => ${PROMISED}new Resolver().resolve4("example.com", (error, found) => error ? reject(error) : resolve(found))))`,
    "a look-up of example.com",
  ],
  [
    "a datagram",
    `import("node:dgram").then(({ createSocket }) => ${PROMISED}{ const socket = createSocket("udp4"); socket.send("x", 81, "192.0.2.1", (error) => { socket.close(); error ? reject(error) : resolve(); }); }))`,
    "a look-up of 192.0.2.1",
  ],
])("%s to another machine is refused and written down", async (_, expression, attempt) => {
  const [what, attempts] = await printed(expression);
  expect(what).toBe("ENETUNREACH");
  expect(attempts).toEqual([expect.stringContaining(attempt) as string]);
});

it.each([
  ["a thread", "node:worker_threads", 'new Worker(code, { eval: true }).on("exit", resolve)'],
  ["a child", "node:child_process", 'execFile(process.execPath, ["--eval", code], resolve)'],
])("so it is in %s", async (_, module, begin) => {
  const code = "fetch('http://192.0.2.1:81/').catch(() => undefined)";
  const [, attempts] = await printed(
    `import("${module}").then(({ Worker, execFile }) => ${PROMISED}{ const code = ${JSON.stringify(code)}; ${begin}; }))`,
  );
  expect(attempts).toEqual([expect.stringContaining("192.0.2.1:81") as string]);
});

it("whoever goes by a proxy is refused there, and written down", async () => {
  const [answer, attempts] = await kept(
    ({ env }) =>
      new Promise<string>((resolve, reject) => {
        const { port } = new URL(env.HTTPS_PROXY ?? "");
        const socket = connect(Number(port), "127.0.0.1").on("error", reject);
        socket.once("data", (chunk) => resolve(chunk.toString()));
        socket.write("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n");
      }),
  );
  expect(answer).toContain(" 403 ");
  expect(attempts).toEqual(["through a proxy: CONNECT example.com:443 HTTP/1.1"]);
});

it("this machine answers as ever", async () => {
  for (const url of [here.url, here.url.replace("127.0.0.1", "localhost")])
    expect(await printed(`fetch("${url}").then((answer) => answer.text())`)).toEqual(["answered", []]);
});
