/**
 * What the protocol's SDK uses of zod, built in for it in place of `zod/v4` (next.config.ts): it imports that as one
 * object, which would bring zod's error messages in 40 languages and its compiler too, 60 KB of gzip.
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
