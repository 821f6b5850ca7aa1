import { functionSizes } from "../sizes";
import { APPS } from "../servers";
import { fixed, printTable, type Goal } from "../table";

const MAX_MIDDLEWARE_KB = 140;
const MAX_INTEL_KB = 260;
/** It holds every route that is sold as a tool. */
const MAX_TOOLS_KB = 400;
/** It reads any desk. */
const MAX_CHAT_KB = 480;

/** E: what the edge functions weigh. */
export function weightRows(): Goal[] {
  const floor = functionSizes(APPS.floor);
  const sizes = Object.entries(functionSizes(APPS.product));
  const boundOf = (name: string): number | null =>
    name === "middleware"
      ? MAX_MIDDLEWARE_KB
      : name === "/api/mcp"
        ? MAX_TOOLS_KB
        : name === "/api/svc"
          ? MAX_CHAT_KB
          : /svc-intel-/.test(name)
            ? MAX_INTEL_KB
            : null;
  printTable(
    "E. Edge functions, KB gzip",
    ["function", "KB", "goal"],
    [
      ...sizes.map(([name, size]) => [
        name,
        fixed(size, 1),
        boundOf(name) === null ? "" : `at most ${boundOf(name)}`,
      ]),
      ["an empty edge function", fixed(floor["/api/empty"] ?? Number.NaN, 1), ""],
      ["an edge function with zod and @x402/core", fixed(floor["/api/imports"] ?? Number.NaN, 1), ""],
    ],
  );
  return sizes.flatMap(([name, value]): Goal[] => {
    const bound = boundOf(name);
    return bound === null ? [] : [{ name: `size of ${name}, KB`, value, sense: "at most", bound }];
  });
}
