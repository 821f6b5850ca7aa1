import { parseArgs } from "node:util";
import { baseUnits, USDC_DECIMALS, type BaseUnits } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";
import { EXIT, Stop } from "./exits";

export const CHAINS = ["base", "solana"] as const;
export type Chain = (typeof CHAINS)[number];

/** What `npm run buy -- …` takes. */
export interface BuyOptions {
  /** Path, and query, of the route. */
  route: string;
  /** The request's body as JSON text; undefined for none. */
  body: string | undefined;
  /** Undefined: the running sandbox's, else this machine's port 3000. */
  origin: string | undefined;
  chain: Chain | undefined;
  yes: boolean;
  maxPrice: BaseUnits;
}

/** What the official client pays at most by default too. */
const DEFAULT_MAX_PRICE = "1.00";

export const USAGE = `npm run buy -- <route> ['<json body>'] [options]
  Buys one answer with the official x402 client: shows the price, asks, pays, prints answer and receipt.
  The answer goes to stdout, everything else to stderr. A free route is called and printed.

  --origin URL      the service (default: the running sandbox, else http://localhost:3000)
  --chain NAME      base or solana (default: the one whose key is set; Base when both are)
  --max-price USD   refuse anything dearer (default ${DEFAULT_MAX_PRICE})
  --yes             pay without being asked; needed where nobody can be asked

  BUY_EVM_PRIVATE_KEY      wallet on Base: 64 hexadecimal digits
  BUY_SOLANA_PRIVATE_KEY   wallet on Solana: base58 or JSON array of the 64-byte secret key
  BUY_SOLANA_RPC_URL       node to prepare Solana payments with (default: the network's public one)
  BUY_STATE_DIR            where payments without an answer are kept (default .buy)
  Against the running sandbox no key is needed: its own funded wallet pays. Keys are never printed or sent.

  Exit code: 0 answer printed; 1 nothing answers, or not by the protocol; 2 wrong command, key or JSON; 3 too dear or
  not confirmed; 4 refused (4xx); 5 payment not accepted; 6 not for sale at the moment (429, 5xx); 7 paid, but the answer
  is not here yet. After 6 and 7 run the same command again: it sends the same payment, never a second one.

  npm run buy -- /api/svc-intel-tvl
  npm run --silent buy -- /api/svc-intel-yields '{"chain":"base"}' --chain solana --yes | jq .yields`;

const usage = (message: string): Stop => new Stop(EXIT.usage, `${message}\n\n${USAGE}`);

/** Dollars as written (at most six decimals) in base units, exactly. */
export function usdToBaseUnits(text: string): BaseUnits | null {
  const [, whole, fraction = ""] = /^\$?(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? null : baseUnits(Number(whole + fraction.padEnd(USDC_DECIMALS, "0")));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        origin: { type: "string" },
        chain: { type: "string" },
        "max-price": { type: "string", default: DEFAULT_MAX_PRICE },
        yes: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

function readBody(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Stop(
      EXIT.usage,
      `The body is not JSON: ${why}. In a shell it goes into single quotes: '{"limit":5}'`,
    );
  }
  if (!isRecord(value)) throw new Stop(EXIT.usage, `The body must be a JSON object, such as '{"limit":5}'.`);
  return JSON.stringify(value);
}

function readOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search !== "")
    throw usage(`--origin takes an address such as https://svc.example.com, not ${text}`);
  return url.origin;
}

/** Throws Stop with a readable message for a command that makes no sense. */
export function readOptions(args: readonly string[]): BuyOptions {
  const { positionals, values } = parse(args);
  const [route, body, ...more] = positionals;
  if (route === undefined) throw usage("Which route? For example /api/svc-intel-tvl.");
  if (!/^\/(?![/\\])/.test(route))
    throw usage(`A route begins with one slash, such as /api/svc-intel-tvl, not ${route}`);
  if (more.length > 0)
    throw usage(`Too many arguments: ${more.join(" ")}. The body goes into single quotes.`);
  const chain = CHAINS.find((name) => name === values.chain);
  if (values.chain !== undefined && chain === undefined)
    throw usage(`--chain takes ${CHAINS.join(" or ")}, not ${values.chain}`);
  const maxPrice = usdToBaseUnits(values["max-price"]);
  if (maxPrice === null) throw usage(`--max-price takes dollars, such as 0.50, not ${values["max-price"]}`);
  return { route, body: readBody(body), origin: readOrigin(values.origin), chain, yes: values.yes, maxPrice };
}
