import { scoreVerdictsEntry } from "@/lib/accuracy/score-verdicts/entry";
import { scoreVerdicts } from "@/lib/accuracy/score-verdicts/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const GET = serveFree(scoreVerdictsEntry, scoreVerdicts);
