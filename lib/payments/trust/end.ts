import * as z from "zod";
import type { Said } from "./sale";

const Authorized = z.object({ validBefore: z.string() });

/**
 * When the authorization that a sale was made by can move no more (ms), so that nobody else can settle it; infinite where
 * nobody else can anyhow.
 */
export const endOf = ({ evidence, resend }: Said): number =>
  resend === "" ? Infinity : Number(Authorized.parse(JSON.parse(evidence)).validBefore) * 1000;
