import { PaymentPayloadV2Schema } from "@x402/core/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PaymentPayloadSchema } from "@/lib/payments/rails/x402/payload-schema";
import { runs } from "../support/properties";

const PAYLOAD = {
  x402Version: 2,
  resource: {
    url: "https://api.example.com/a",
    description: "text",
    mimeType: "application/json",
    serviceName: "svc",
    tags: ["one"],
    iconUrl: "https://api.example.com/icon",
  },
  accepted: {
    scheme: "exact",
    network: "eip155:84532",
    amount: "20000",
    asset: "0x1",
    payTo: "0x2",
    maxTimeoutSeconds: 60,
    extra: { name: "USDC" },
  },
  payload: { signature: "0x3" },
  extensions: { "payment-identifier": { info: {} } },
};

/** The paths of every member, so that each can be taken out or replaced. */
const pathsOf = (value: unknown, at: string[] = []): string[][] =>
  typeof value === "object" && value !== null
    ? [at, ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...at, name]))]
    : [at];

const GONE = Symbol("gone");

function withChange(value: unknown, [name, ...rest]: string[], change: unknown): unknown {
  if (name === undefined) return change;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    const next = key === name ? withChange(member, rest, change) : member;
    return next === GONE ? [] : [[key, next]];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

const change = fc.oneof(
  fc.constant<unknown>(GONE),
  fc.constantFrom<unknown>(null, "", "a", "a:b", "\u00e9", "x".repeat(33), 0, -1, 2, "2", true, [], {}, [
    "",
    "a",
  ]),
  fc.jsonValue(),
);

/** As it would come out of a header: whatever JSON can't carry is gone. */
const sent = (value: unknown): unknown => {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
};

const readings = (value: unknown) => {
  const [theirs, ours] = [PaymentPayloadV2Schema.safeParse(value), PaymentPayloadSchema.safeParse(value)];
  return { theirs: theirs.success ? theirs.data : null, ours: ours.success ? ours.data : null };
};

describe("our reading of a PaymentPayload", () => {
  it("takes what the official schema takes, and gives the same", () => {
    const { theirs, ours } = readings(PAYLOAD);
    expect(ours).toEqual(PAYLOAD);
    expect(ours).toEqual(theirs);
  });

  it("agrees with the official schema about 3,000 payloads with up to three members changed or gone", () => {
    const path = fc.constantFrom(...pathsOf(PAYLOAD));
    fc.assert(
      fc.property(fc.array(fc.tuple(path, change), { minLength: 1, maxLength: 3 }), (changes) => {
        const value = sent(changes.reduce<unknown>((made, [at, to]) => withChange(made, at, to), PAYLOAD));
        const { theirs, ours } = readings(value);
        expect(ours).toEqual(theirs);
      }),
      runs(30),
    );
  });
});
