import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { signalIdField } from "../vocabulary";
import type { RwaMetadataAnswer } from "./answer";

export const rwaMetadataEntry = defineRoute<RwaMetadataAnswer>()({
  path: "/api/rwa-metadata",
  method: "GET",
  desk: "lounge",
  tier: "free",
  summary: "A signal's certificate as NFT metadata, for wallets and marketplaces",
  input: z.strictObject({ signalId: signalIdField }),
  statuses: [404],
  tool: null,
});
