import * as z from "zod";
import { isMintAddress } from "@/lib/lounge/mint/known";
import { isReadable } from "../readable-accounts";
import { RpcRefusal } from "../refusal";
import { addressForm, commitment, readParams, type RpcMethod } from "../method";

const Config = z.strictObject({ encoding: z.literal("base64"), commitment: commitment.optional() });
const Params = z.tuple([addressForm, Config]);

const AccountInfo = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
});

/**
 * An account that is listed, or nothing where there is none: that a token account is missing is what a buyer must be
 * told. What an account is shows only in its bytes, so that they are read here first.
 */
export const getAccountInfo: RpcMethod = async (params, ask) => {
  const [address, config] = readParams(Params, params);
  const result = await ask("getAccountInfo", [address, config]);
  const { value } = AccountInfo.parse(result);
  if (value === null) return result;
  const account = { owner: value.owner, data: value.data[0] };
  if (!isReadable(address, account) && !(await isMintAddress(address)))
    throw new RpcRefusal(
      "not_allowed",
      "Accounts that can be read here are the mints that payments are made in, token accounts of those mints, and the addresses at which signals are minted.",
    );
  return result;
};
