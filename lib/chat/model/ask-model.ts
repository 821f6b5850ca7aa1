import * as z from "zod";
import { readLimited } from "@/lib/http/read-limited";
import { timeoutSignal } from "@/lib/time";
import type { Prompt } from "./prompt";

/** No answer of so few words is longer; the rest of a body is not read. */
const MAX_BYTES = 256 * 1024;
/** Words that a model may write, in its own counting. */
export const MAX_OUTPUT_TOKENS = 900;

/** An OpenAI-compatible place that models are asked at. */
export interface Endpoint {
  baseURL: string;
  apiKey: string | undefined;
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Aborted as soon as one of both is. */
function either(one: AbortSignal, other: AbortSignal): AbortSignal {
  const controller = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}

/**
 * What one model makes of a prompt, by the protocol's `POST /chat/completions`. Asks once, within `timeoutMs` from the
 * first byte to the last and until `signal`; throws whatever goes wrong.
 */
export async function askModel(
  { baseURL, apiKey }: Endpoint,
  modelId: string,
  { system, data }: Prompt,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`${baseURL}/chat/completions`, {
    method: "POST",
    redirect: "error", // a redirection would take the key elsewhere
    headers: {
      "content-type": "application/json",
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model: modelId,
      messages: [
        { role: "system", content: system },
        { role: "user", content: data },
      ],
      max_tokens: MAX_OUTPUT_TOKENS,
      temperature: 0.2,
      stream: false,
    }),
    signal: either(signal, timeoutSignal(timeoutMs)),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the model's place answered ${response.status}`);
  }
  const bytes = await readLimited(response.body, MAX_BYTES);
  if (bytes === null) throw new Error("the model answered more than is read");
  const [first] = completion.parse(JSON.parse(new TextDecoder().decode(bytes))).choices;
  const text = first?.message.content ?? "";
  if (text.trim() === "") throw new Error("the model said nothing");
  return text;
}
