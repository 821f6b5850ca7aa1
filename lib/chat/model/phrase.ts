import { describe, log } from "@/lib/http/log";
import { elapsed } from "@/lib/time";
import { askModel, type Endpoint, MAX_OUTPUT_TOKENS } from "./ask-model";
import type { Choice, Model } from "./models";
import { type Prompt, promptOf, type Briefing } from "./prompt";
import { type Sifted, sift } from "./sift";

/** What phrasing takes, beside the facts. */
export interface PhraseTools {
  endpoint: Endpoint;
  /** Whether that many tokens may be spent. */
  reserve: (tokens: number) => Promise<boolean>;
  /** When the answer must be there, by `elapsed()`. */
  deadline: number;
  signal: AbortSignal;
}

/** A model's phrasing that stands, or none, with what is to be said of it. */
export interface Phrased {
  sifted: Sifted | null;
  by: Model | null;
  notes: readonly string[];
}

/** What rendering and checking take after the model. */
const MARGIN_MS = 400;
/** With less left the default model is not asked after another. */
const LEAST_MS = 3_000;
/** From one model's end to the next one's question. */
const HANDOVER_MS = 300;
/** Shorter than that nothing was said. */
const LEAST_CHARACTERS = 40;

/** An upper bound for tokens of text in any script: no tokenizer makes more than one of a byte; of prose it is a third. */
const tokensOf = ({ system, data }: Prompt): number =>
  Math.ceil(new TextEncoder().encode(system + data).byteLength / 2) + MAX_OUTPUT_TOKENS;

/**
 * Has the chosen models phrase the facts, one after another while there is time, and holds what they say against the
 * facts. Never throws: where no phrasing stands, the composer's does.
 */
export async function phrase({ models }: Choice, briefing: Briefing, tools: PhraseTools): Promise<Phrased> {
  const notes: string[] = [];
  const prompt = promptOf(briefing);
  for (const [index, model] of models.entries()) {
    const left = tools.deadline - elapsed() - MARGIN_MS;
    const isLast = index === models.length - 1;
    const timeMs = Math.floor(isLast ? left : left - LEAST_MS - HANDOVER_MS);
    if (timeMs < (isLast ? LEAST_MS : 1_000)) {
      notes.push(`There was no time to ask ${model.selector}.`);
      continue;
    }
    if (!(await tools.reserve(tokensOf(prompt)))) {
      notes.push("The language models' budget for today is used up for this payer or for all.");
      break;
    }
    try {
      const sifted = sift(
        await askModel(tools.endpoint, model.id, prompt, timeMs, tools.signal),
        briefing.facts,
      );
      // Of a model that mostly says what the desks don't bear out, the rest is no answer either.
      if (sifted.length >= LEAST_CHARACTERS && sifted.kept > sifted.cut) return { sifted, by: model, notes };
      notes.push(`${model.selector} said nothing that the desks bear out.`);
    } catch (error) {
      // Providers put anything into their errors: the log has it, the caller only that it failed.
      log.warn("chat_model_failed", { selector: model.selector, why: describe(error) });
      notes.push(`${model.selector} did not answer.`);
    }
  }
  return { sifted: null, by: null, notes };
}
