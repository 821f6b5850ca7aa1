import * as z from "zod";
import { envelope } from "@/lib/catalog/intel/answers/envelope";
import { bundleOutput } from "../bundle/answer";

export const deskBriefAnswer = z.object({ ...envelope("intel-desk-brief"), ...bundleOutput });
export type DeskBriefAnswer = z.input<typeof deskBriefAnswer>;
