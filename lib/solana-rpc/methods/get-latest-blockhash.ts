import * as z from "zod";
import { commitment, readParams, type RpcMethod } from "../method";

const Params = z.union([z.tuple([]), z.tuple([z.strictObject({ commitment: commitment.optional() })])]);

export const getLatestBlockhash: RpcMethod = (params, ask) =>
  ask("getLatestBlockhash", readParams(Params, params));
