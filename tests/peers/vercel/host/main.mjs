/**
 * Serves the output of `vercel build` as Vercel does: `node main.mjs OUTPUT PORT`, with the deployment's variables in the
 * environment. The last entry of X-Forwarded-For counts as the caller's address, since a test has but one.
 */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { EdgeFunction } from "./edge-function.mjs";
import { Files } from "./files.mjs";
import { readBody, refuseHead } from "./limits.mjs";
import { NodeFunction } from "./node-function.mjs";
import { filled, matchRule, phasesOf } from "./routes.mjs";

const [output, port] = process.argv.slice(2);
const config = JSON.parse(readFileSync(path.join(output, "config.json"), "utf8"));
const phases = phasesOf(config);
const files = new Files(output, config);

const say = (event, details) => console.log(JSON.stringify({ event, ...details }));

function load(place) {
  const { runtime } = JSON.parse(readFileSync(path.join(place, ".vc-config.json"), "utf8"));
  return runtime === "edge"
    ? new EdgeFunction(place, process.env, (violation) => say("forbidden", violation))
    : new NodeFunction(path.join(output, "../.."), place, process.env);
}

const functions = new Map();
function functionAt(folder) {
  const place = realpathSync(folder);
  if (!functions.has(place)) functions.set(place, load(place));
  return functions.get(place);
}

/** The platform's own refusals. */
const refusal = ({ status, code }) => ({
  status,
  headers: new Headers({ "content-type": "text/plain; charset=utf-8", "x-vercel-error": code }),
  body: code,
});

const MIDDLEWARE_REQUEST = "x-middleware-request-";

/** Runs the middleware: what it answers, or null, with the request's and the answer's headers changed as it says. */
async function askMiddleware(name, request, headers, ends) {
  const { response, end } = await functionAt(path.join(output, "functions", `${name}.func`)).invoke(request);
  ends.push(end);
  if (response === null) return refusal({ status: 504, code: "MIDDLEWARE_INVOCATION_TIMEOUT" });
  if (response.headers.get("x-middleware-next") !== "1") return response;
  for (const changed of response.headers.get("x-middleware-override-headers")?.split(",") ?? []) {
    const value = response.headers.get(MIDDLEWARE_REQUEST + changed);
    if (value === null) request.headers.delete(changed);
    else request.headers.set(changed, value);
  }
  for (const [key, value] of response.headers) if (!key.startsWith("x-middleware-")) headers.set(key, value);
  return null;
}

function setHeaders(rule, headers, found) {
  for (const [key, value] of Object.entries(rule.headers ?? {})) headers.set(key, filled(value, found));
}

/** Goes through one phase's rules. Resolves to what answers, with the path and status that they lead to. */
async function walk(rules, state, request, ends) {
  for (const rule of rules) {
    const found = matchRule(rule, state.path, { ...request, url: new URL(request.url) });
    if (found === null) continue;
    if (rule.middlewarePath !== undefined) {
      const answer = await askMiddleware(rule.middlewarePath, request, state.headers, ends);
      if (answer !== null) return { answer };
    }
    setHeaders(rule, state.headers, found);
    if (rule.status !== undefined) state.status = rule.status;
    if (rule.dest !== undefined) state.path = filled(rule.dest, found).split("?")[0];
    if (rule.check) {
      const checked = files.find(state.path);
      if (checked !== null) return { found: checked };
    }
    if (!rule.continue) return { isEnded: true };
  }
  return {};
}

/** What answers, in the order of the phases. */
async function route(state, request, ends) {
  const first = await walk(phases.first, state, request, ends);
  if (first.answer !== undefined) return first;
  const there = files.find(state.path);
  if (there !== null) return { found: there };
  for (const phase of ["filesystem", "miss", "rewrite", "resource"]) {
    const { found, answer } = await walk(phases[phase], state, request, ends);
    if (found !== undefined || answer !== undefined) return { found, answer };
    const after = files.find(state.path);
    if (after !== null && phase !== "resource") return { found: after };
  }
  const [notFound] = phases.error;
  state.status = 404;
  setHeaders(
    notFound,
    state.headers,
    matchRule(notFound, state.path, { ...request, url: new URL(request.url) }),
  );
  return { found: files.find(notFound.dest) };
}

/** An answer's headers over those of the rules, but for what rules say of a file. */
function withFileHeaders(found, state) {
  const headers = new Headers(found.headers);
  for (const [key, value] of state.headers) headers.set(key, value);
  return headers;
}

/** A file as the platform gives it: with an ETag of its own making. */
async function serveFile(found, state, request) {
  await walk(phases.hit, state, request, []);
  const body = readFileSync(found.file);
  const headers = withFileHeaders(found, state);
  const etag = `"${createHash("md5").update(body).digest("hex")}"`;
  headers.set("etag", etag);
  const known = request.headers.get("if-none-match") ?? "";
  if (known === "*" || known.includes(etag)) return { status: 304, headers, body: null };
  return { status: found.status ?? state.status ?? 200, headers, body };
}

async function callFunction({ folder, path: matched }, state, request, ends) {
  const { response, end } = await functionAt(folder).invoke(request, matched);
  ends.push(end);
  if (response === null) return refusal({ status: 504, code: "EDGE_FUNCTION_INVOCATION_TIMEOUT" });
  const headers = new Headers(state.headers);
  for (const [key, value] of response.headers) headers.set(key, value);
  return { status: response.status, headers, body: response.body };
}

async function answerTo(request, ends) {
  const state = { path: new URL(request.url).pathname, headers: new Headers(), status: undefined };
  const { answer, found } = await route(state, request, ends);
  if (answer !== undefined) {
    const headers = new Headers(state.headers);
    for (const [key, value] of answer.headers) headers.set(key, value);
    return { status: answer.status, headers, body: answer.body };
  }
  if (found.kind === "function") return callFunction(found, state, request, ends);
  return serveFile(found, state, request);
}

const COMPRESSED = /^(?:text\/|application\/(?:.*\+)?(?:json|javascript|xml)|image\/svg)/;

/** What the platform compresses on its way out, for who takes it so. */
const isCompressed = (request, headers) =>
  /\bgzip\b/.test(request.headers["accept-encoding"] ?? "") &&
  COMPRESSED.test(headers.get("content-type") ?? "");

async function send({ status, headers, body }, response) {
  const { req: request } = response;
  if (request.method === "HEAD" || body === null || body === undefined)
    return void response.writeHead(status, [...headers].flat()).end();
  const chunks = typeof body === "string" || Buffer.isBuffer(body) ? [Buffer.from(body)] : body;
  if (!isCompressed(request, headers)) {
    response.writeHead(status, [...headers].flat());
    return pipeline(Readable.from(chunks), response);
  }
  headers.set("content-encoding", "gzip");
  headers.append("vary", "Accept-Encoding");
  response.writeHead(status, [...headers].flat());
  return pipeline(Readable.from(chunks), createGzip({ flush: constants.Z_SYNC_FLUSH }), response);
}

/** What the platform tells a function of its caller, whatever the caller says. */
function platformHeaders(request) {
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    if (!/^(connection|keep-alive|transfer-encoding|expect)$/i.test(request.rawHeaders[at]))
      headers.append(request.rawHeaders[at], request.rawHeaders[at + 1]);
  const caller =
    headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? request.socket.remoteAddress ?? "";
  for (const name of ["x-real-ip", "x-forwarded-for", "x-vercel-forwarded-for"]) headers.set(name, caller);
  headers.set("x-forwarded-proto", "https");
  headers.set("x-forwarded-host", headers.get("host") ?? "");
  return headers;
}

/** Whether the caller left before the answer's end: a body that breaks brings an error of its own. */
const isHungUp = (error) => error?.code === "ERR_STREAM_PREMATURE_CLOSE";

async function serve(incoming, response) {
  const ends = [];
  const { method = "GET" } = incoming;
  const tooLarge = refuseHead(incoming);
  const body = await readBody(incoming);
  const refused = tooLarge ?? (body === null ? { status: 413, code: "FUNCTION_PAYLOAD_TOO_LARGE" } : null);
  if (refused !== null) return send(refusal(refused), response);
  const headers = platformHeaders(incoming);
  const url = new URL(incoming.url, `http://${headers.get("host")}`).href;
  try {
    await send(await answerTo({ url, method, headers, body }, ends), response);
  } catch (error) {
    if (isHungUp(error)) return say("hung up", { url });
    say("failed", { url, why: error instanceof Error ? error.stack : String(error) });
    if (!response.headersSent)
      await send(refusal({ status: 500, code: "EDGE_FUNCTION_INVOCATION_FAILED" }), response);
    else response.destroy();
  } finally {
    for (const end of ends) await end();
  }
}

const underWay = new Set();
const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, response) => {
  const work = serve(incoming, response).catch((error) => say("failed", { why: String(error) }));
  underWay.add(work);
  void work.finally(() => underWay.delete(work));
});
server.listen(Number(port), "127.0.0.1", () =>
  console.log(`ready ${JSON.stringify({ port: Number(port) })}`),
);
process.once("SIGTERM", () => {
  server.close();
  void Promise.all(underWay).then(() => process.exit(0));
});
