import * as z from "zod";
import { bundleOutput } from "../bundle/answer";

export const deskBriefFields = z.object({ ...bundleOutput });
export type DeskBriefFields = z.input<typeof deskBriefFields>;
