import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { logOrigin } from "../log/checkpoint";
import { proveConsistency } from "../log/proofs";
import { currentTree, logKeys } from "../log/tree";
import type { loungeLogEntry } from "./entry";

/** The log as it stands, and that it goes on from an earlier size. Throws ApiError 400 for a size that it never had. */
export const loungeLog: Handler<typeof loungeLogEntry> = async ({ first }) => {
  const tree = await currentTree();
  const { size, root, checkpoint } = tree;
  if (first !== undefined && first > size)
    throw new ApiError("invalid_request", `\`first\`: the log has ${size} leaves that are a minute old.`);
  const [keys, proof] = await Promise.all([
    logKeys(),
    first === undefined ? null : proveConsistency(first, tree),
  ]);
  return {
    answer: {
      ...{ ok: true, origin: logOrigin(), size, root, checkpoint, keys },
      consistency: first === undefined || proof === null ? null : { first, proof },
    },
    effects: [],
  };
};
