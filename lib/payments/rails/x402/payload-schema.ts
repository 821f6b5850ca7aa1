import * as z from "zod";

/**
 * x402 v2's PaymentPayload. The official package has the same schema in zod 3, which would come beside our zod 4 and
 * weigh 29 KB in every function; a contract test holds this reading against it.
 */
const nonEmpty = z.string().min(1);
const members = z.record(z.string(), z.unknown());

/** Absent and null are one. */
const orAbsent = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value: z.output<S> | null | undefined) => value ?? undefined);

const label = nonEmpty.max(32).regex(/^[\x20-\x7e]+$/);

const ResourceInfo = z.object({
  url: nonEmpty,
  description: orAbsent(z.string()),
  mimeType: orAbsent(z.string()),
  serviceName: orAbsent(label),
  tags: orAbsent(z.array(label).max(5)),
  iconUrl: orAbsent(z.string().max(2048)),
});

const PaymentRequirements = z.object({
  scheme: nonEmpty,
  /** CAIP-2. */
  network: z.string().min(3).includes(":"),
  amount: nonEmpty,
  asset: nonEmpty,
  payTo: nonEmpty,
  maxTimeoutSeconds: z.number().positive(),
  extra: members.nullish(),
});

export const PaymentPayloadSchema = z.object({
  x402Version: z.literal(2),
  resource: orAbsent(ResourceInfo),
  accepted: PaymentRequirements,
  payload: members,
  extensions: members.nullish(),
});
