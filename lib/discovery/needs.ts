import type { RouteEntry } from "../catalog/define";
import type { Schema } from "./openapi/format";

type Needing = Pick<RouteEntry, "needs">;

/** "One of a or b is needed.", or nothing to say. */
export const needsInWords = ({ needs }: Needing): string =>
  needs === undefined ? "" : `One of ${needs.join(" or ")} is needed.`;

/** The same as members of the input's JSON Schema. */
export const needsInSchema = ({ needs }: Needing): Schema =>
  needs === undefined
    ? {}
    : { anyOf: needs.map((name) => ({ properties: { [name]: {} }, required: [name] })) };
