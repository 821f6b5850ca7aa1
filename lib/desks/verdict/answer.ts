import * as z from "zod";
import { envelope } from "@/lib/catalog/intel/answers/envelope";
import { verdictPart, insiderPart, supportingPart } from "./parts/answer";

export const verdictAnswer = z.object({
  ...envelope("intel-verdict"),
  verdict: verdictPart,
  insider: insiderPart,
  supporting: supportingPart,
});
export type VerdictAnswer = z.input<typeof verdictAnswer>;
