import { encodePaymentSignatureHeader } from "@x402/core/http";
import { deliver, type Delivery, isBought, type Reply } from "@/lib/buying/deliver";
import { formatUsd } from "@/lib/catalog/money";
import { EXIT, Stop } from "./exits";
import type { BuyOptions } from "./options";
import { printableBody } from "./printable";
import { describeQuote, quoteOf, readChallenge, type Quote } from "./quote";
import { describeReceipt } from "./receipt";
import { endPaid, endUnpaid, type Ending } from "./refusal";
import { reasonOf } from "./reason-of";
import type { Unfinished, UnfinishedStore } from "./unfinished";
import { chainOf, type Keyring } from "./keyring";
import type { Wallet } from "./wallet";

/** What the script may use besides its options. */
export interface BuyEnvironment {
  origin: string;
  keyring: Keyring;
  unfinished: UnfinishedStore;
  /** Sends one request of the call, with a payment or without. Throws when no answer comes. */
  request(method: "GET" | "POST", payment: string | null): Promise<Reply>;
  /** Asks a person; null without a terminal. */
  ask: ((question: string) => Promise<boolean>) | null;
  pause(ms: number): Promise<void>;
  /** The answer. */
  print(text: string): void;
  /** Everything else. */
  report(text: string): void;
}

const isAnswer = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** The first answer to the call without payment; a route that is not POST is asked as it says. */
async function askUnpaid({ request, origin }: BuyEnvironment, body: string | undefined): Promise<Reply> {
  try {
    const reply = await request("POST", null);
    const asGet = reply.status === 405 && /\bGET\b/.test(reply.headers.get("allow") ?? "");
    if (asGet && body !== undefined)
      throw new Stop(
        EXIT.usage,
        "This route is a GET: it takes a query (?name=value behind the route) and no body.",
      );
    return asGet ? await request("GET", null) : reply;
  } catch (cause) {
    if (cause instanceof Stop) throw cause;
    const hint = "Is the service running? For a local one: npm run sandbox. For another: --origin https://…";
    throw new Stop(EXIT.failed, `Nothing answers at ${origin} (${reasonOf(cause)}). ${hint}`, { cause });
  }
}

function finish({ report }: BuyEnvironment, { exit, text }: Ending): number {
  report(text);
  return exit;
}

/** Sends a payment until its outcome is here. `wasSent`: see `deliver`. */
async function deliverPayment(
  s: BuyEnvironment,
  { header }: Unfinished,
  wasSent: boolean,
): Promise<{ delivery: Delivery; ms: number }> {
  const startedAt = performance.now();
  const delivery = await deliver(() => s.request("POST", header), s.pause, s.report, reasonOf, wasSent);
  return { delivery, ms: performance.now() - startedAt };
}

function finishPaid(s: BuyEnvironment, payment: Unfinished, delivery: Delivery, ms: number): number {
  const { reply } = delivery;
  if (reply !== null && isBought(reply)) {
    s.unfinished.forget();
    s.print(printableBody(reply.text));
    s.report(describeReceipt(reply, ms));
    return EXIT.served;
  }
  const ending = endPaid(delivery, payment.payer);
  if (!ending.keep) s.unfinished.forget();
  if (ending.exit === EXIT.unavailable) s.unfinished.keep({ ...payment, refused: true });
  return finish(s, ending);
}

/** Shows the payer and asks for confirmation. Throws Stop without one. */
async function confirm(
  s: BuyEnvironment,
  { yes, maxPrice }: BuyOptions,
  quote: Quote,
  wallet: Wallet,
): Promise<void> {
  s.report(`  paid by   ${wallet.address}, ${wallet.whose}`);
  if (yes) return;
  if (s.ask === null)
    throw new Stop(
      EXIT.declined,
      "There is no terminal to ask at: add --yes to pay without a question. Nothing was signed.",
    );
  if (!(await s.ask(`Pay ${formatUsd(quote.price)} (limit ${formatUsd(maxPrice)})? [y/N] `)))
    throw new Stop(EXIT.declined, "Not confirmed. Nothing was signed.");
}

async function sign({ client, address }: Wallet, { required }: Quote): Promise<Unfinished> {
  try {
    const payload = await client.createPaymentPayload(required);
    return { header: encodePaymentSignatureHeader(payload), payer: address };
  } catch (cause) {
    throw new Stop(EXIT.failed, `The payment could not be made: ${reasonOf(cause)}. Nothing was charged.`, {
      cause,
    });
  }
}

/** A payment of an earlier run of this command, whose answer never came. Its answer, or null when it moved nothing. */
async function finishEarlier(s: BuyEnvironment): Promise<number | null> {
  const earlier = s.unfinished.recall();
  if (earlier === null) return null;
  s.report(
    `An earlier payment for this very call (by ${earlier.payer}) has no answer yet: it is sent again, nothing new is signed.`,
  );
  const { refused, ...sent } = earlier;
  if (refused === true) s.unfinished.keep(sent); // of this sending nothing is known yet
  const { delivery, ms } = await deliverPayment(s, sent, refused !== true);
  if (delivery.reply?.status !== 402) return finishPaid(s, sent, delivery, ms);
  s.report("That payment moved nothing, and can't any more.");
  s.unfinished.forget();
  return null;
}

/** Buys one answer, or says why not. Returns the exit code; throws Stop for what ends before anything is signed. */
export async function buy(options: BuyOptions, s: BuyEnvironment): Promise<number> {
  const finished = await finishEarlier(s);
  if (finished !== null) return finished;
  const reply = await askUnpaid(s, options.body);
  if (isAnswer(reply)) {
    s.print(printableBody(reply.text));
    s.report("Free: nothing was charged.");
    return EXIT.served;
  }
  if (reply.status !== 402) return finish(s, endUnpaid(reply));
  const challenge = readChallenge(reply.headers.get("payment-required"));
  const chain = chainOf(s.keyring, options.chain);
  const quote = quoteOf(challenge, chain);
  s.report(describeQuote(quote));
  if (quote.price > options.maxPrice) {
    const limit = formatUsd(options.maxPrice);
    throw new Stop(EXIT.declined, `That is above the limit of ${limit} (--max-price). Nothing was signed.`);
  }
  const { walletOn } = await import("./wallet"); // two chains' libraries, which a free call needs not wait for
  const wallet = await walletOn(chain, s.keyring, options.maxPrice);
  await confirm(s, options, quote, wallet);
  const payment = await sign(wallet, quote);
  s.unfinished.keep(payment);
  const { delivery, ms } = await deliverPayment(s, payment, false);
  return finishPaid(s, payment, delivery, ms);
}
