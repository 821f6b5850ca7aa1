import type * as z from "zod";
import type { RouteEntry } from "./define";

/**
 * The schema of a route's answer, for builds that check answers with it: those get `answers.checked.ts` in this file's
 * place (scripts/stand-ins.ts). In all others functions carry no schemas of answers.
 */
export const answerSchemaOf: ((entry: RouteEntry) => z.ZodType) | null = null;
