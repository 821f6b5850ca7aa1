import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isRecord } from "@/lib/is-record";
import { BodyRefused, readJson } from "../../host/read-json";
import type { Faucet } from "./faucet";
import { toJson } from "./json";
import { answerRpc } from "./json-rpc";
import { USDC_MINT } from "./network";
import { addressParam, integerParam, stringParam, type Methods } from "./params";
import { invalidParams, RpcError } from "./rpc-error";

const MAX_BODY_BYTES = 100_000;
/** Browsers may ask too, as they may on public nodes. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, GET, OPTIONS",
  "access-control-allow-headers": "*",
};

export interface ChainServices {
  methods: Methods;
  faucet: Faucet;
  advance(ms: number): void;
  landV1(transaction: string): Promise<string>;
  setHistoryLag(ms: number): void;
}

/** An amount of base units or lamports: a whole number, or its digits as text, up to what a u64 holds. */
function amountOf(value: unknown, what: string): bigint {
  const digits = typeof value === "number" ? String(value) : value;
  const amount = typeof digits === "string" && /^\d{1,20}$/.test(digits) ? BigInt(digits) : -1n;
  if (amount < 0n || amount >= 2n ** 64n) throw invalidParams(`${what} must be a whole number of base units`);
  return amount;
}

/** POST /faucet {owner, amount?, lamports?, mint?}: USDC, or that token, in base units, its account created if need be, and SOL. */
async function fund(body: unknown, faucet: Faucet): Promise<unknown> {
  if (!isRecord(body)) throw invalidParams("The body must be an object");
  const owner = addressParam(body["owner"]);
  const lamports = amountOf(body["lamports"] ?? 0, "lamports");
  const mint = addressParam(body["mint"] ?? USDC_MINT);
  const funded = await faucet.mint(mint, owner, amountOf(body["amount"] ?? 0, "amount"));
  const airdrop = lamports > 0n ? await faucet.airdrop(owner, lamports) : undefined;
  return { owner, ...funded, airdrop };
}

/** POST /advance {ms}: moves the chain's time ahead, up to a day at once. */
function advance(body: unknown, { advance: move }: ChainServices): unknown {
  const ms = isRecord(body) ? amountOf(body["ms"], "ms") : -1n;
  if (ms < 0n || ms > 86_400_000n) throw invalidParams("ms must be at most a day");
  move(Number(ms));
  return { ok: true };
}

/** POST /land-v1 {transaction}: takes in a signed transaction (base64) that the virtual machine does not know. */
async function land(body: unknown, { landV1 }: ChainServices): Promise<unknown> {
  return { signature: await landV1(stringParam(isRecord(body) ? body["transaction"] : null, "transaction")) };
}

/** POST /history-lag {ms}: how far the histories lag behind the bank from now on, up to a day. */
function lag(body: unknown, { setHistoryLag }: ChainServices): unknown {
  setHistoryLag(integerParam(isRecord(body) ? body["ms"] : null, "ms", 0, 86_400_000));
  return { ok: true };
}

async function route(
  request: IncomingMessage,
  services: ChainServices,
): Promise<[status: number, body: unknown]> {
  const { method, url } = request;
  if (method === "GET" && url === "/health") return [200, "ok"];
  if (method !== "POST") return [405, { error: "Send a POST" }];
  const body = await readJson(request, MAX_BODY_BYTES);
  if (url === "/faucet") return [200, await fund(body, services.faucet)];
  if (url === "/advance") return [200, advance(body, services)];
  if (url === "/land-v1") return [200, await land(body, services)];
  if (url === "/history-lag") return [200, lag(body, services)];
  return [200, await answerRpc(body, services.methods)];
}

function statusOf(error: unknown): number {
  if (error instanceof BodyRefused) return error.status;
  return error instanceof RpcError ? 400 : 500;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...CORS, "content-type": "application/json" });
  response.end(toJson(body));
}

/** The chain over HTTP: JSON-RPC at every other path, and the sandbox's own /faucet, /advance, /land-v1 and /history-lag. */
export const chainListener =
  (services: ChainServices): RequestListener =>
  (request, response) => {
    if (request.method === "OPTIONS") {
      response.writeHead(204, CORS).end();
      return;
    }
    route(request, services).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => {
        // The rest of a body that was refused is not read: the connection can't carry another request.
        if (error instanceof BodyRefused) response.setHeader("connection", "close");
        send(response, statusOf(error), { error: error instanceof Error ? error.message : "Unknown error" });
      },
    );
  };
