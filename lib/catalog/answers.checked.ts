import type * as z from "zod";
import type { RouteEntry } from "./define";
import { published } from "./published";

/** In the place of `answers.ts` in builds with VALIDATE_OUTPUT: the schema of a route's answer. */
export function answerSchemaOf({ path, method }: RouteEntry): z.ZodType {
  const route = published.find((one) => one.path === path && one.method === method);
  if (route === undefined) throw new Error(`${method} ${path} is not published`);
  return route.output;
}
