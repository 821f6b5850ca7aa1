import type { RouteEntry } from "../catalog/define";
import { ApiError } from "../http/api-error";
import { parseArguments } from "../http/body";

/**
 * Judges a call's arguments before anybody is told its price, as its route would judge them once it is paid: by the schema,
 * and by the members of which it needs one. Throws ApiError 400.
 */
export function judgeArguments(
  { input, needs }: Pick<RouteEntry, "input" | "needs">,
  args: Record<string, unknown>,
): void {
  parseArguments(input, args);
  if (needs === undefined || needs.some((name) => args[name] !== undefined)) return;
  const names = needs.map((name) => `\`${name}\``);
  throw new ApiError(
    "invalid_request",
    `Send one of ${names.join(" or ")}: without it nothing can be answered.`,
  );
}
