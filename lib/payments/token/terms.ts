/** What a payment in the own token comes to, in percent. */
export const TERMS = {
  /** Below a route's price in USD. */
  discountPct: 30,
  /** Of what is paid. */
  burnPct: 80,
  /** The rest of it. */
  treasuryPct: 20,
} as const;

/** How long a quote can be paid, in seconds. */
export const QUOTE_SEC = 120;
