import { readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PaymentRequired, PaymentRequirements } from "@x402/core/types";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { textToBase64 } from "@/lib/http/base64";
import { offersOf } from "@/lib/payments/challenge/offers";
import { ask } from "@/scripts/buy/ask";
import { buy } from "@/scripts/buy/buy";
import { EXIT, Stop } from "@/scripts/buy/exits";
import { chainOf } from "@/scripts/buy/keyring";
import { readOptions, usdToBaseUnits } from "@/scripts/buy/options";
import { printable, printableBody } from "@/scripts/buy/printable";
import { describeQuote, quoteOf, readChallenge } from "@/scripts/buy/quote";
import { describeReceipt } from "@/scripts/buy/receipt";
import { endPaid, endUnpaid } from "@/scripts/buy/refusal";
import { requestOnce } from "@/scripts/buy/request";
import { deliver, waitBefore, type Reply } from "@/lib/buying/deliver";
import { reasonOf } from "@/scripts/buy/reason-of";
import { type Unfinished, unfinishedIn } from "@/scripts/buy/unfinished";
import { walletOn } from "@/scripts/buy/wallet";
import { newStateDir } from "../support/buy";
import { FEE_PAYER, MERCHANT } from "../support/payments";

/** How a call ends, when it must end. */
function stopOf(work: () => unknown): Stop {
  try {
    work();
  } catch (error) {
    if (error instanceof Stop) return error;
    throw error;
  }
  throw new Error("it did not stop");
}
const stopLater = (work: Promise<unknown>): Promise<Stop> =>
  work.then(
    () => Promise.reject(new Error("it did not stop")),
    (error: unknown) => (error instanceof Stop ? error : Promise.reject(error as Error)),
  );

const reply = (status: number, body: unknown = {}, headers: Record<string, string> = {}): Reply => ({
  ...{ status, headers: new Headers(headers) },
  text: typeof body === "string" ? body : JSON.stringify(body),
});

describe("the command", () => {
  it("takes a route, a body and options in any order", () => {
    expect(
      readOptions(["/api/x?a=1", "--chain", "solana", '{ "limit": 5 }', "--yes", "--max-price", "0.5"]),
    ).toEqual({
      ...{ route: "/api/x?a=1", body: '{"limit":5}', origin: undefined, chain: "solana", yes: true },
      maxPrice: 500_000,
    });
  });

  it("by default asks first, and pays a dollar at most", () => {
    expect(readOptions(["/api/x"])).toMatchObject({ yes: false, maxPrice: 1_000_000, body: undefined });
  });

  it.each([
    ["no route", [], "Which route?"],
    ["a route without its slash", ["api/x"], "begins with one slash"],
    ["a route that would name another host", ["//evil.example/x"], "begins with one slash"],
    ["a body that is no JSON", ["/api/x", "{limit:5}"], "not JSON"],
    ["a body that is no object", ["/api/x", "[1]"], "must be a JSON object"],
    ["a third argument", ["/api/x", "{}", "more"], "Too many arguments"],
    ["another chain", ["/api/x", "--chain", "ethereum"], "base or solana"],
    ["a price that is none", ["/api/x", "--max-price", "1e3"], "takes dollars"],
    ["an origin with a path", ["/api/x", "--origin", "https://a.example/b"], "--origin takes an address"],
    ["an origin of another kind", ["/api/x", "--origin", "file:///etc"], "--origin takes an address"],
    ["an unknown option", ["/api/x", "--force"], "--force"],
  ])("refuses %s, and says what to write", (_, args, words) => {
    const stop = stopOf(() => readOptions(args));
    expect(stop.exit).toBe(EXIT.usage);
    expect(stop.message).toContain(words);
  });

  it("reads dollars exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
        expect(usdToBaseUnits(formatUsd(baseUnits(amount)))).toBe(amount);
      }),
    );
    for (const text of ["", "-1", "1.0000001", "1,5", "NaN", "0x1", " 1"])
      expect(usdToBaseUnits(text)).toBeNull();
  });
});

const USDC_OFFERS = offersOf(MERCHANT, baseUnits(20_000), FEE_PAYER);
const challenge = (accepts: PaymentRequirements[] = USDC_OFFERS): PaymentRequired => ({
  ...{ x402Version: 2, error: "pay", accepts },
  resource: { url: "https://svc.example.com/api/x", description: "An answer", mimeType: "application/json" },
});

describe("the price", () => {
  it.each([
    ["base", MERCHANT.networks.evm.id],
    ["solana", MERCHANT.networks.solana.id],
  ] as const)("is that of the one offer on %s, and nothing else can be signed", (chain, network) => {
    const quote = quoteOf(challenge(), chain);
    expect(quote).toMatchObject({ price: 20_000, chain });
    expect(quote.required.accepts).toEqual([quote.offer]);
    expect(quote.offer.network).toBe(network);
    expect(describeQuote(quote)).toContain("$0.02 USDC");
  });

  it.each([
    ["another asset", { asset: "0x0000000000000000000000000000000000000001" }],
    ["another network", { network: "eip155:1" as const }],
    ["another scheme", { scheme: "upto" }],
    ["an amount that is none", { amount: "1e9" }],
    ["a negative amount", { amount: "-20000" }],
    ["an amount beyond all numbers", { amount: "9".repeat(40) }],
    ["a payment that could be taken a year later", { maxTimeoutSeconds: 31_536_000 }],
    ["a payment that could be taken for ever", { maxTimeoutSeconds: Number.POSITIVE_INFINITY }],
    [
      "a transfer by another contract",
      { extra: { name: "USDC", version: "2", assetTransferMethod: "permit2" } },
    ],
  ])("is not read from an offer of %s", (_, change) => {
    const offers = USDC_OFFERS.slice(0, 1).map((offer) => ({ ...offer, ...change }));
    expect(stopOf(() => quoteOf(challenge(offers), "base")).exit).toBe(EXIT.unpaid);
  });

  it("is taken from an offer that names the transfer it wants, and for as long as the service allows itself", () => {
    const offers = USDC_OFFERS.slice(0, 1).map((offer) => ({
      ...offer,
      maxTimeoutSeconds: 900,
      extra: { ...offer.extra, assetTransferMethod: "eip3009" },
    }));
    expect(quoteOf(challenge(offers), "base").price).toBe(20_000);
  });

  it("is shown on lines that no word of the service's can add to, or push away", () => {
    const words = `An answer\n  price     $0.01 USDC on Base\r\u001b[2K${"x".repeat(10_000)}`;
    const hostile = challenge();
    const [offer] = USDC_OFFERS;
    if (offer === undefined) throw new Error("no offer");
    const shown = describeQuote(
      quoteOf(
        {
          ...hostile,
          resource: { url: `https://a.example/\n${words}`, description: words, mimeType: "application/json" },
          accepts: [{ ...offer, payTo: `0x1\n${words}` }],
        },
        "base",
      ),
    );
    expect(shown.split("\n")).toHaveLength(4);
    expect(shown.match(/^ {2}price/gm)).toHaveLength(1);
    expect(shown.length).toBeLessThan(2_000);
  });

  it("on a chain that is not offered names the one that is", () => {
    const stop = stopOf(() => quoteOf(challenge(USDC_OFFERS.slice(0, 1)), "solana"));
    expect(stop.message).toContain("--chain base");
  });

  it.each([
    ["no header", null],
    ["no base64", "%%%"],
    ["no JSON", textToBase64("{")],
    ["another version", textToBase64(JSON.stringify({ ...challenge(), x402Version: 1 }))],
    ["no offers", textToBase64(JSON.stringify(challenge([])))],
  ])("needs a challenge: %s ends the call", (_, header) => {
    expect(stopOf(() => readChallenge(header)).exit).toBe(EXIT.failed);
  });
});

describe("the wallet", () => {
  const EVM = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"; // anvil's first, known to all
  it("is on the chain whose key is there, on Base when both are, and where one says", () => {
    const keyring = (env: Record<string, string>) => ({ env, sandbox: null });
    expect(chainOf(keyring({ BUY_SOLANA_PRIVATE_KEY: "k" }), undefined)).toBe("solana");
    expect(chainOf(keyring({ BUY_SOLANA_PRIVATE_KEY: "k", BUY_EVM_PRIVATE_KEY: "k" }), undefined)).toBe(
      "base",
    );
    expect(chainOf(keyring({ BUY_EVM_PRIVATE_KEY: "k" }), "solana")).toBe("solana");
    expect(chainOf(keyring({ BUY_SOLANA_PRIVATE_KEY: " " }), undefined)).toBe("base");
  });

  it.each([EVM, EVM.slice(2), ` ${EVM}\n`])("takes a key as wallets export it", async (key) => {
    const wallet = await walletOn("base", { env: { BUY_EVM_PRIVATE_KEY: key }, sandbox: null }, baseUnits(1));
    expect(wallet.address).toBe("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
  });

  it("signs nothing above the limit, whatever it is given to sign", async () => {
    const env = { BUY_EVM_PRIVATE_KEY: EVM };
    const cheap = await walletOn("base", { env, sandbox: null }, baseUnits(20_000));
    await expect(cheap.client.createPaymentPayload(challenge())).resolves.toBeTruthy();
    const cheaper = await walletOn("base", { env, sandbox: null }, baseUnits(19_999));
    await expect(cheaper.client.createPaymentPayload(challenge())).rejects.toThrow("spendControls");
  });

  it.each([
    ["base", "BUY_EVM_PRIVATE_KEY", "0x1234secret"],
    ["base", "BUY_EVM_PRIVATE_KEY", `0x${"f".repeat(64)}`],
    ["solana", "BUY_SOLANA_PRIVATE_KEY", "not-base58-0OIl"],
    ["solana", "BUY_SOLANA_PRIVATE_KEY", "[1,2,3]"],
    ["solana", "BUY_SOLANA_PRIVATE_KEY", `[${Array.from({ length: 64 }, () => 7).join()}]`],
  ] as const)("on %s refuses a %s that is none, without repeating it", async (chain, name, key) => {
    const stop = await stopLater(walletOn(chain, { env: { [name]: key }, sandbox: null }, baseUnits(1)));
    expect(stop.exit).toBe(EXIT.usage);
    expect(stop.message).toContain(name);
    expect(stop.message + String(stop.cause)).not.toContain(key);
  });
});

describe("the payment", () => {
  const reports: string[] = [];
  const deliverThrough = (...outcomes: (Reply | Error)[]) => deliverAgain(false, ...outcomes);
  async function deliverAgain(wasSent: boolean, ...outcomes: (Reply | Error)[]) {
    let sent = 0;
    const send = () => {
      const outcome = outcomes[sent] ?? outcomes.at(-1);
      sent += 1;
      return outcome instanceof Error || outcome === undefined
        ? Promise.reject(outcome ?? new Error())
        : Promise.resolve(outcome);
    };
    const delivery = await deliver(
      send,
      () => Promise.resolve(),
      (what) => reports.push(what),
      reasonOf,
      wasSent,
    );
    return { delivery, sent };
  }
  const CUT = new Error("cut");

  it("is sent again after a lost answer, a gateway's error and a 409 that says to wait, until its answer comes", async () => {
    const inFlight = reply(409, {}, { "retry-after": "1" });
    const { delivery, sent } = await deliverThrough(CUT, reply(502), inFlight, reply(200));
    expect([delivery.reply?.status, sent]).toEqual([200, 4]);
  });

  it.each([200, 400, 402, 403, 409, 410, 429, 500, 503])(
    "is not sent again after a first answer of %i",
    async (status) => {
      const { delivery, sent } = await deliverThrough(reply(status));
      expect([delivery.reply?.status, delivery.lost, sent]).toEqual([status, false, 1]);
    },
  );

  it("is sent again after a 503 when an earlier attempt may have moved it", async () => {
    const { delivery, sent } = await deliverThrough(CUT, reply(503), reply(200));
    expect([delivery.reply?.status, sent]).toEqual([200, 3]);
  });

  it.each([429, 500, 503])(
    "is open after a %i where it was in flight before, or sent by an earlier run",
    async (status) => {
      const inFlight = reply(409, {}, { "retry-after": "1" });
      for (const { delivery } of [
        await deliverThrough(inFlight, reply(status)),
        await deliverAgain(true, reply(status)),
      ]) {
        const ending = endPaid(delivery, "0xpayer");
        expect(ending).toMatchObject({ exit: EXIT.open, keep: true });
        expect(ending.text).not.toContain("Nothing was charged");
      }
    },
  );

  it("is not sent for ever, and its outcome is reported as open", async () => {
    const { delivery, sent } = await deliverThrough(CUT);
    expect(sent).toBe(8);
    const ending = endPaid(delivery, "0xpayer");
    expect(ending).toMatchObject({ exit: EXIT.open, keep: true });
    expect(ending.text).not.toContain("Nothing was charged");
  });

  it("waits as long as Retry-After says, up to a limit", () => {
    const asked = (seconds: string) =>
      waitBefore(1, { reply: reply(409, {}, { "retry-after": seconds }), why: "", lost: false });
    expect(asked("2")).toBe(2_000);
    expect(asked("86400")).toBe(8_000);
    expect(asked("soon")).toBeNull();
  });
});

describe("a person who is asked", () => {
  it.each([
    ["y\n", true],
    [" YES \n", true],
    ["\n", false],
    ["yesterday\n", false],
    ["n\ny\n", false],
    ["", false],
  ])("answering %j agrees: %s, and leaving without an answer is a no", async (typed, agrees) => {
    const input = new PassThrough();
    input.end(typed);
    expect(await ask("Pay?", input, new PassThrough())).toBe(agrees);
  });
});

describe("a refusal", () => {
  const paid = (answer: Reply, lost = false) => endPaid({ reply: answer, why: "", lost }, "0xpayer");

  it.each([
    [402, EXIT.unpaid, false],
    [400, EXIT.refused, false],
    [403, EXIT.refused, false],
    [410, EXIT.refused, false],
    [409, EXIT.open, true],
    [429, EXIT.unavailable, true],
    [503, EXIT.unavailable, true],
  ])("%i of a paid call ends with its own code, and keeps what may have moved", (status, exit, keep) => {
    expect(paid(reply(status, { error: "No.", code: "a_code" }))).toMatchObject({ exit, keep });
  });

  it.each([302, 307, 308, 400, 403, 404, 408, 431])(
    "a %i that is not the service's own leaves the outcome open",
    (status) => {
      const ending = paid(reply(status, "<html>Another's page</html>", { location: "https://a.example" }));
      expect(ending).toMatchObject({ exit: EXIT.open, keep: true });
      expect(ending.text).not.toContain("Nothing was charged");
    },
  );

  it("never claims that nothing was charged when an answer was lost before it", () => {
    for (const status of [400, 403, 404, 413, 429, 500, 503]) {
      const ending = paid(reply(status, { code: "a_code" }), true);
      expect(ending).toMatchObject({ exit: EXIT.open, keep: true });
      expect(ending.text).not.toContain("Nothing was charged");
    }
  });

  it.each([400, 404, 500, 503])(
    "%i of a payment that is credited keeps it, and claims nothing else",
    (status) => {
      const ending = paid(reply(status, { error: "It stays credited.", code: "a_code", credited: true }));
      expect(ending).toMatchObject({ exit: EXIT.open, keep: true });
      expect(ending.text).not.toContain("Nothing was charged");
    },
  );

  it("distinguishes a spent payment from one in flight", () => {
    expect(paid(reply(409, { code: "payment_spent" }))).toMatchObject({ exit: EXIT.refused, keep: false });
  });

  it("ends a payment that was returned: sending it again would bring nothing", () => {
    const ending = paid(reply(409, { code: "payment_refunded", error: "It was refunded.", refund: "0xabc" }));
    expect(ending).toMatchObject({ exit: EXIT.refused, keep: false });
    expect(ending.text).not.toContain("same command again");
  });

  it.each(["duplicate_signal", "already_taken"])(
    "of a request that others came first to (%s) charged nothing",
    (code) => {
      const ending = paid(reply(409, { code, error: "Taken." }));
      expect(ending).toMatchObject({ exit: EXIT.refused, keep: false });
      expect(ending.text).toContain("Nothing was charged.");
    },
  );

  it("shows the service's message, and says that nothing was charged where nothing was sent", () => {
    const ending = endUnpaid(
      reply(503, { error: "Too thin.", code: "data_unavailable", missing: ["marks"] }),
    );
    expect(ending.exit).toBe(EXIT.unavailable);
    for (const word of ["503", "Too thin.", "marks", "Nothing was charged."])
      expect(ending.text).toContain(word);
  });

  it("survives any body", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 300, max: 599 }), (text, status) => {
        expect(typeof endUnpaid(reply(status, text)).text).toBe("string");
        expect(typeof paid(reply(status, text)).text).toBe("string");
      }),
    );
  });
});

describe("what is shown", () => {
  it("never steers the terminal, whatever the service says", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        expect(printable(String.fromCharCode(...units))).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
      }),
    );
    expect(printableBody('{"a":"\\u001b[2J\u009b"}')).toBe('{\n  "a": "\\u001b[2J\\u009b"\n}');
  });

  it("does not take a receipt for one that can't be read", () => {
    expect(describeReceipt(reply(200, {}, { "payment-response": "%%" }), 1)).toContain("none came");
  });

  it("is a receipt for whatever comes as one", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (settlement, member) => {
        for (const value of [
          settlement,
          { network: member, transaction: member, payer: member, amount: member },
        ]) {
          const headers = { "payment-response": textToBase64(JSON.stringify(value)) };
          expect(describeReceipt(reply(200, {}, headers), 1).split("\n").length).toBeLessThanOrEqual(6);
        }
      }),
    );
  });
});

describe("an answer", () => {
  it("without an end is not read to the end of memory", async () => {
    const server = createServer((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // a listening TCP server's
    const call = { url: `http://127.0.0.1:${port}/`, body: undefined };
    await expect(requestOnce(call, "POST", "payment")).rejects.toThrow("more than 8388608 bytes");
    server.closeAllConnections();
    server.close();
  });
});

describe("a payment of an earlier run", () => {
  const url = "https://svc.example.com/api/x";
  const options = readOptions(["/api/x", "--yes"]);

  async function runAgain(kept: Unfinished, answer: Reply) {
    const unfinished = unfinishedIn(newStateDir(), { url, body: undefined });
    unfinished.keep(kept);
    const said: string[] = [];
    const exit = await buy(options, {
      ...{ origin: "https://svc.example.com", keyring: { env: {}, sandbox: null }, unfinished, ask: null },
      request: () => Promise.resolve(answer),
      pause: () => Promise.resolve(),
      print: () => undefined,
      report: (text) => void said.push(text),
    });
    return { exit, said: said.join("\n"), kept: unfinished.recall() };
  }
  const payment = { header: "signed", payer: "0xpayer" };

  it("is not said to have charged nothing while the service can't be asked: its answer may only have been lost", async () => {
    const { exit, said, kept } = await runAgain(payment, reply(503, { code: "store_unavailable" }));
    expect(exit).toBe(EXIT.open);
    expect(said).not.toContain("Nothing was charged");
    expect(kept).toEqual(payment);
  });

  it("is said to where each sending of it was answered so", async () => {
    const refused = { ...payment, refused: true } as const;
    const { exit, said, kept } = await runAgain(refused, reply(503, { code: "data_unavailable" }));
    expect(exit).toBe(EXIT.unavailable);
    expect(said).toContain("Nothing was charged");
    expect(kept).toEqual(refused);
  });
});

describe("a payment without an answer", () => {
  const call = { url: "https://svc.example.com/api/x", body: '{"a":1}' };
  const payment = { header: "signed", payer: "0xpayer" };

  it("is found by the same call only, until it is forgotten", () => {
    const folder = path.join(newStateDir(), "deep");
    const store = unfinishedIn(folder, call);
    expect(store.recall()).toBeNull();
    store.keep(payment);
    expect(unfinishedIn(folder, { ...call }).recall()).toEqual(payment);
    expect(unfinishedIn(folder, { ...call, body: '{"a":2}' }).recall()).toBeNull();
    expect(unfinishedIn(folder, { ...call, url: "https://other.example.com/api/x" }).recall()).toBeNull();
    store.forget();
    store.forget();
    expect(store.recall()).toBeNull();
  });

  it("takes no body for an empty one, as the service does", () => {
    const folder = newStateDir();
    unfinishedIn(folder, { ...call, body: undefined }).keep(payment);
    expect(unfinishedIn(folder, { ...call, body: "{}" }).recall()).toEqual(payment);
  });

  it("whose file can't be read ends the call by name, and nothing new is signed", () => {
    const folder = newStateDir();
    unfinishedIn(folder, call).keep(payment);
    const file = path.join(folder, readdirSync(folder)[0] ?? "");
    writeFileSync(file, "{");
    const stop = stopOf(() => unfinishedIn(folder, call).recall());
    expect(stop.exit).toBe(EXIT.failed);
    expect(stop.message).toContain(file);
  });

  it("can be read by its owner alone", () => {
    const folder = newStateDir();
    unfinishedIn(folder, call).keep(payment);
    const [file = ""] = readdirSync(folder);
    expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0);
  });
});
