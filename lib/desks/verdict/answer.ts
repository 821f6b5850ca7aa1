import * as z from "zod";
import { verdictPart, insiderPart, supportingPart } from "./parts/answer";

export const verdictFields = z.object({
  verdict: verdictPart,
  insider: insiderPart,
  supporting: supportingPart,
});
export type VerdictFields = z.input<typeof verdictFields>;
