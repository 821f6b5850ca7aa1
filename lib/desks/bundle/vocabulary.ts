import * as z from "zod";
import { includeInsiderInput, messageInput } from "@/lib/catalog/intel/input";

/** What each of the desks inside a bundle counts towards the whole. */
export const BUNDLE_WEIGHTS = { macro: 0.3, pools: 0.2, verdict: 0.5 } as const;

export const bundleInput = z.strictObject({ includeInsider: includeInsiderInput, message: messageInput });
