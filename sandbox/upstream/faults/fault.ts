/** Ways in which a provider lets its callers down. */
export type Fault =
  /** The right answer, late. */
  | { kind: "slow"; ms: number }
  /** The connection is reset before a byte of an answer. */
  | { kind: "down" }
  | { kind: "status"; status: 429; retryAfterSec: number }
  /** 451, or a 403 whose body blocks the caller's country: the two ways of geo-blocking. */
  | { kind: "status"; status: 403 | 451 | 500 }
  /** A page for people, with status 200. */
  | { kind: "html" }
  /** The right shape with nothing in its lists, with status 200. */
  | { kind: "empty" }
  /** The right answer's first half, as if it were the whole. */
  | { kind: "truncated" }
  /** A valid JSON list of this size. */
  | { kind: "oversized"; bytes: number }
  /** A JSON list that goes on, as fast as it is read, for as long as anybody reads. */
  | { kind: "endless" }
  /** The right answer, a byte at a time, and spaces behind it: it never ends. */
  | { kind: "drip"; everyMs: number };

/** A fault and the addresses that it applies to: `<host>` or `<host>/<path>`, `*` for any run of characters. */
export interface FaultRule {
  match: string;
  fault: Fault;
}

export class FaultError extends Error {
  override name = "FaultError";
}

interface Form {
  about: string;
  /** What stands behind "=", and what it is when nothing does; absent when the fault takes no number. */
  number?: { unit: string; fallback?: number };
  make(value: number): Fault;
}

const plain = (about: string, fault: Fault): Form => ({ about, make: () => fault });

const FORMS: Readonly<Record<string, Form>> = {
  slow: {
    about: "answers after so many milliseconds",
    number: { unit: "milliseconds" },
    make: (ms) => ({ kind: "slow", ms }),
  },
  down: plain("resets the connection", { kind: "down" }),
  "429": {
    about: "too many requests; Retry-After in seconds, 30 by default",
    number: { unit: "seconds", fallback: 30 },
    make: (retryAfterSec) => ({ kind: "status", status: 429, retryAfterSec }),
  },
  "403": plain("forbidden: the caller's country is blocked", { kind: "status", status: 403 }),
  "451": plain("unavailable for legal reasons", { kind: "status", status: 451 }),
  "500": plain("internal server error", { kind: "status", status: 500 }),
  html: plain("a page instead of data, with status 200", { kind: "html" }),
  empty: plain("the right shape with empty lists", { kind: "empty" }),
  truncated: plain("half of the answer", { kind: "truncated" }),
  oversized: {
    about: "a list of so many bytes, 64 MiB by default",
    number: { unit: "bytes", fallback: 64 << 20 },
    make: (bytes) => ({ kind: "oversized", bytes }),
  },
  endless: plain("a list without an end", { kind: "endless" }),
  drip: {
    about: "a byte every so many milliseconds, 1000 by default, for ever",
    number: { unit: "milliseconds", fallback: 1000 },
    make: (everyMs) => ({ kind: "drip", everyMs }),
  },
};

/** The faults as the command line spells them, for help texts: [form, what it does]. */
export const faultForms = (): (readonly [string, string])[] =>
  Object.entries(FORMS).map(([name, { number, about }]) => [
    number ? (number.fallback === undefined ? `${name}=N` : `${name}[=N]`) : name,
    about,
  ]);

const MAX_NUMBER = 2 ** 31 - 1;

/**
 * Reads `<host>[/<path>]:<fault>[=<number>]`, as in `api.llama.fi:slow=2000`, `query2.finance.yahoo.com:429`,
 * `*:down`. Throws FaultError that says which part is wrong and what may stand there.
 */
export function parseFault(text: string): FaultRule {
  const fail = (why: string): never => {
    throw new FaultError(`fault "${text}": ${why}`);
  };
  const colon = text.lastIndexOf(":");
  if (colon < 0)
    return fail(
      "has no fault behind its host; write <host>[/<path>]:<fault>, such as api.llama.fi:slow=2000",
    );
  const match = text.slice(0, colon);
  const [name = "", ...values] = text.slice(colon + 1).split("=");
  if (!/^[a-zA-Z0-9.*-]+(\/.*)?$/.test(match))
    return fail(`"${match}" is no host; write a name such as api.llama.fi, or * for all`);
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  const known = faultForms().map(([spelt]) => spelt);
  if (!form) return fail(`"${name}" is no fault; there are ${known.join(", ")}`);
  if (!form.number) return values.length ? fail(`${name} takes no number`) : { match, fault: form.make(0) };
  const { unit, fallback } = form.number;
  if (!values.length && fallback !== undefined) return { match, fault: form.make(fallback) };
  const value = Number(values[0]);
  if (values.length !== 1 || !/^\d+$/.test(values[0] ?? "") || value > MAX_NUMBER)
    return fail(`${name} needs a whole number of ${unit}, such as ${name}=${fallback ?? 2000}`);
  return { match, fault: form.make(value) };
}
