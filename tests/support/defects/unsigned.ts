import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import type { World } from "@/sandbox/world";
import type { Refused } from "../refusals";

/** USDC base units of a call, and what a wallet holds that can pay for it. */
export const PRICE = 20_000n;
export const ENOUGH = PRICE * 2n;

/** A payment with one thing wrong, and what must be said of it. */
export interface Defect<Buyer> extends Refused {
  what: string;
  make(buyer: Buyer, challenge: PaymentRequired): Promise<PaymentPayload>;
  /** What the wallet holds; null: it has no account. Without it: enough. */
  funds?: bigint | null;
  /** Only a facilitator or the chain can see it. */
  byChain?: true;
}

export interface Signer {
  world: World;
  sign(challenge: PaymentRequired): Promise<PaymentPayload>;
}

type Accepted = PaymentPayload["accepted"];

const alteredOffer =
  (change: (offer: Accepted) => Partial<Accepted>): Defect<Signer>["make"] =>
  async (buyer, challenge) => {
    const payment = await buyer.sign(challenge);
    return { ...payment, accepted: { ...payment.accepted, ...change(payment.accepted) } };
  };

const forResource = (what: string, url: (challenge: PaymentRequired) => string): Defect<Signer> => ({
  what: `a resource that is ${what}`,
  reason: "wrong_resource",
  message: /made for another route.*Ask this route/,
  make: async (buyer, challenge) => ({ ...(await buyer.sign(challenge)), resource: { url: url(challenge) } }),
});

/** Defects of what is not signed, the same on each chain. `foreign` is a network that is not offered. */
export const unsigned = (foreign: Accepted["network"]): Defect<Signer>[] => [
  {
    what: "an accepted amount that is not the price",
    reason: "wrong_amount",
    message: /price is 20000 base units, not "19999"/,
    make: alteredOffer(() => ({ amount: "19999" })),
  },
  {
    what: "an accepted recipient that is not ours",
    reason: "wrong_recipient",
    message: /recipient is \w+, not/,
    make: alteredOffer(({ asset }) => ({ payTo: asset })),
  },
  {
    what: "an accepted network that is not offered",
    reason: "unsupported_payment",
    message: /Network ".*" is not accepted/,
    make: alteredOffer(() => ({ network: foreign })),
  },
  {
    what: "an accepted asset that is not USDC",
    reason: "unsupported_payment",
    message: /Asset ".*" is not accepted/,
    make: alteredOffer(({ payTo }) => ({ asset: payTo })),
  },
  {
    what: "an unknown scheme",
    reason: "unsupported_payment",
    message: /Scheme "upto" is not offered/,
    make: alteredOffer(() => ({ scheme: "upto" })),
  },
  forResource("another route", ({ resource }) => new URL("/api/svc-intel-macro", resource?.url).href),
  forResource("this route's name on another path", ({ resource }) => `${resource?.url}/more`),
  forResource("another tool", () => "mcp://tool/intel_macro"),
  forResource("of another protocol", ({ resource }) => String(resource?.url).replace("http:", "ftp:")),
  forResource("no address", () => "intel"),
];
