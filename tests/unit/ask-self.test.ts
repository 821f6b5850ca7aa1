import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type * as DoorModule from "@/lib/http/self-probe";
import type * as AskSelf from "@/lib/payments/health/ask-self";

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7";
const SOLANA = "So11111111111111111111111111111111111111112";

let origin: string;
let answer: (response: ServerResponse, headers: NodeJS.Dict<string | string[]>) => void;
const server = createServer((request, response) => answer(response, request.headers));
let askOrigin: typeof AskSelf.askOrigin;
let door: typeof DoorModule;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("EVM_PAY_TO", EVM);
  vi.stubEnv("SOLANA_PAY_TO", SOLANA);
  vi.stubEnv("OPERATOR_SECRET", "o".repeat(32));
  vi.stubEnv("TRUSTED_PROXY_HOPS", "1");
  ({ askOrigin } = await import("@/lib/payments/health/ask-self"));
  door = await import("@/lib/http/self-probe");
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

const offer = { asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", payTo: EVM, amount: "20000" };
const required = (...accepts: object[]): string =>
  Buffer.from(JSON.stringify({ x402Version: 2, accepts })).toString("base64");
const say = (status: number, headers: Record<string, string>) => {
  answer = (response) => response.writeHead(status, headers).end("{}");
};
beforeEach(() => say(402, { "payment-required": required(offer) }));

it("finds nothing wrong with a 402 of its own offers", async () => {
  expect(await askOrigin(origin)).toBeNull();
});

it.each([
  [502, { server: "nginx" }, /502 by nginx: a proxy whose buffer is too small/],
  [301, { location: "https://www.shop.example/" }, /a redirect/],
  [403, { "cf-mitigated": "challenge", server: "cloudflare" }, /by cloudflare: a bot challenge/],
  [401, {}, /a login or an access rule/],
  [504, {}, /reaches no service/],
  [404, {}, /leads elsewhere/],
  [200, {}, /HTTP 200 in the place of 402/],
  [402, {}, /without PAYMENT-REQUIRED/],
  [402, { "payment-required": "cut" }, /can't be read/],
  [402, { "payment-required": required({ ...offer, payTo: `0x${"1".repeat(40)}` }) }, /pays another wallet/],
  [402, { "payment-required": required({ ...offer, amount: "1" }) }, /another price/],
  [402, { "payment-required": required({ ...offer, asset: "0x0" }) }, /offers no USDC/],
  [402, { "payment-required": required(offer), "x-more": "x".repeat(5_000) }, /headers are \d+ bytes/],
  [402, { "payment-required": required(offer), date: "Fri, 27 Nov 2020 03:00:00 GMT" }, /Date is off/],
] as const)("names what stood between at %s %j", async (status, headers, why) => {
  say(status, headers);
  expect(await askOrigin(origin)).toMatch(why);
});

it("names a front that does not answer", async () => {
  expect(await askOrigin("http://127.0.0.1:9")).toMatch(/^No answer: TypeError/);
});

it("tells whether a client's address can be forged, by the door's own word", async () => {
  /** The door behind a proxy that adds its peer's address, overwrites what came, or leaves it as it came. */
  const behind = (forwarded: (came: string) => string) => {
    answer = (response, came) => {
      const headers = new Headers({
        "x-self-probe": String(came["x-self-probe"]),
        "x-forwarded-for": forwarded(String(came["x-forwarded-for"])),
      });
      response.writeHead(402, { "payment-required": required(offer), ...door.seenAs(headers) }).end();
    };
  };
  behind(() => "198.51.100.7");
  expect(await askOrigin(origin)).toBeNull();
  behind((came) => `${came}, 198.51.100.7`);
  expect(await askOrigin(origin)).toBeNull();
  behind((came) => came);
  expect(await askOrigin(origin)).toMatch(/can be forged/);
  behind(() => "");
  expect(await askOrigin(origin)).toMatch(/all callers share one limit/);
});

it("tells its address to nobody else", () => {
  const until = String(Date.now() + 60_000);
  for (const value of ["", until, `${until} ${"A".repeat(43)}`])
    expect(door.seenAs(new Headers({ "x-self-probe": value, "x-forwarded-for": "198.51.100.7" }))).toEqual(
      {},
    );
});
