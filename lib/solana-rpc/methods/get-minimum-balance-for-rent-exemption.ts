import * as z from "zod";
import { commitment, readParams, type RpcMethod } from "../method";

/** The largest account that there can be. */
const MAX_BYTES = 10 * 1024 * 1024;
const bytes = z.int().min(0).max(MAX_BYTES);

const Params = z.union([
  z.tuple([bytes]),
  z.tuple([bytes, z.strictObject({ commitment: commitment.optional() })]),
]);

export const getMinimumBalanceForRentExemption: RpcMethod = (params, ask) =>
  ask("getMinimumBalanceForRentExemption", readParams(Params, params));
