import { statfs } from "node:fs/promises";
import { about, type Finding } from "./finding";

const { failure, fine } = about("disk");

const FULL = 0.9;

/** Returns whether a volume has room left. `available` counts the blocks that this user may still write. */
export function diskFinding({ blocks, available }: { blocks: number; available: number }): Finding {
  const used = 1 - available / blocks;
  const share = `${Math.round(used * 100)} % of the volume of this folder is used`;
  return used > FULL
    ? failure(`${share}, more than ${FULL * 100} %: a full one loses logs, and builds fail. Make room.`)
    : fine(share);
}

/** Returns the same for the volume of this folder. Throws if the system does not tell. */
export async function diskFindings(folder = process.cwd()): Promise<Finding[]> {
  const { blocks, bavail } = await statfs(folder);
  return blocks === 0 ? [] : [diskFinding({ blocks, available: bavail })]; // a virtual file system has no size
}
