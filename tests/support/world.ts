import { readFileSync } from "node:fs";
import path from "node:path";
import { STATE_DIR } from "@/sandbox/service";
import type { World } from "@/sandbox/world";

/** The sandbox that the suite runs against. Throws when none is up. */
export function world(): World {
  const file = path.join(STATE_DIR, "world.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")) as World; // written by the sandbox from that type
  } catch (cause) {
    throw new Error("This suite runs against the sandbox: use npm test, or start npm run sandbox first.", {
      cause,
    });
  }
}
