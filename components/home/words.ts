/** What the first page says, for the page itself and for its twin in Markdown. */

export const HEADLINE = "Market intelligence, paid by the call";

export const LEAD =
  "Ask over HTTP, pay a few cents in USDC, get one structured answer. There is no account and no key to manage: the " +
  "payment is the credential, for a person, a script or an agent alike.";

export interface Figure {
  value: string;
  meaning: string;
}

export const figures = (lowest: string): Figure[] => [
  { value: lowest, meaning: "for the smallest call" },
  { value: "$0.00", meaning: "for a call that fails" },
  { value: "1×", meaning: "charged, retries included" },
];

export const PRICES_LEAD =
  "In US dollars, paid in USDC, for one answered call. There is nothing else to pay to this service: no plan, no " +
  "minimum, no seat.";

export const PAYMENT_LEAD =
  "HTTP has had a status for this since 1997. The x402 protocol gives it a body: any x402 client pays by itself, and " +
  "two requests are the whole exchange.";

export interface Step {
  title: string;
  text: string;
  /** What goes over the wire: header or status lines, sent (`>`) or received (`<`), as curl -v marks them. */
  wire: readonly string[];
}

export const steps = (path: string, price: string): Step[] => [
  {
    title: "Ask",
    text: "Send the request as it is. The answer is a 402 with the price, the chains it can be paid on, and the address to pay.",
    wire: [`> POST ${path}`, `< 402 Payment Required`, `< PAYMENT-REQUIRED: eyJ4NDAyVmVyc…`],
  },
  {
    title: "Sign",
    text: `Your wallet signs a USDC transfer of exactly ${price}, on Base or Solana, and the same request goes out again with it. Nothing has moved yet.`,
    wire: [`> POST ${path}`, `> PAYMENT-SIGNATURE: eyJ4NDAyVmVyc…`],
  },
  {
    title: "Get the answer",
    text: "The payment is verified, the answer is made and written down, and only then is the payment settled. Answer and receipt come in one response.",
    wire: [`< 200 OK`, `< PAYMENT-RESPONSE: eyJzdWNjZXNzI…`],
  },
];

export const PROMISES_LEAD =
  "The same three rules hold on every paid route, after an outage, a race or a retry.";

export const PROMISES = [
  {
    title: "Not served, not charged",
    text: "When a source is down, a request is wrong or too little is known to be worth selling, the call ends in an error and your payment is released before any money moves.",
  },
  {
    title: "Never charged twice",
    text: "Lost the answer to a timeout or a crash? Send the same request with the same payment again. For 24 hours the stored answer comes back, marked as a replay, and no second payment is made.",
  },
  {
    title: "Every answer says how far it can be trusted",
    text: "It names each source that was asked, how that went and how old its data is. An unknown is null, never zero. What rests on too little is not sold at all.",
  },
];

export const RUN_LEAD =
  "From a fresh clone, with Node 20 or later and nothing else: no keys, no wallet, no coins, no network after the install.";

export const RUN = [
  {
    title: "See a paid call",
    text: "Raises two local chains, two facilitators, a store, a made-up market and the service; buys an answer on each chain; prints price, payment, transaction and balances; then keeps serving.",
    command: "npm ci && npm run sandbox",
    label: "the command that runs the sandbox",
  },
  {
    title: "Prove the promises",
    text: "Runs every test against that same world: crashes, races, retries, lost answers, dead sources, and this page in a browser.",
    command: "npm ci && npm test",
    label: "the command that runs the tests",
  },
];

export const RUN_402 = {
  title: "Read a 402 in your terminal",
  text: "The same question as the panel at the top asks, against this very service.",
};
