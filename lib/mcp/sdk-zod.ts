/**
 * What the protocol's SDK uses of zod. Builds put this file in the place of `zod/v4` (next.config.ts), which the SDK imports as
 * one object: zod's error messages in 40 languages and its compiler would come too, 60 KB of gzip.
 */
export {
  any,
  array,
  boolean,
  coerce,
  discriminatedUnion,
  email,
  enum,
  intersection,
  iso,
  lazy,
  literal,
  looseObject,
  NEVER,
  null,
  number,
  object,
  optional,
  preprocess,
  record,
  safeParse,
  string,
  toJSONSchema,
  union,
  unknown,
  url,
  ZodIssueCode,
} from "zod";
