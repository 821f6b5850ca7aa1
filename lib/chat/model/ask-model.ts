import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText } from "ai";
import { readLimited } from "@/lib/http/read-limited";
import type { Prompt } from "./prompt";

/** No answer of so few words is longer; the rest of a body is not read. */
const MAX_BYTES = 256 * 1024;
/** Words that a model may write, in its own counting. */
export const MAX_OUTPUT_TOKENS = 900;

/** A provider's answer, read whole within the limit before the SDK sees it. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  const bytes = await readLimited(response.body, MAX_BYTES);
  if (bytes === null) throw new Error("the model answered more than is read");
  const { status, statusText, headers } = response;
  return new Response(new Uint8Array(bytes), {
    status,
    statusText,
    headers: { "content-type": headers.get("content-type") ?? "" },
  });
};

/** An OpenAI-compatible place that models are asked at. */
export interface Endpoint {
  baseURL: string;
  apiKey: string | undefined;
}

/** What one model makes of a prompt. Asks once, within `timeoutMs` and until `signal`; throws whatever goes wrong. */
export async function askModel(
  { baseURL, apiKey }: Endpoint,
  modelId: string,
  { system, data }: Prompt,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const provider = createOpenAICompatible({
    name: "chat",
    baseURL,
    fetch: boundedFetch,
    ...(apiKey !== undefined && { apiKey }),
  });
  const { text } = await generateText({
    model: provider(modelId),
    system,
    prompt: data,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: 0.2,
    maxRetries: 0,
    timeout: timeoutMs,
    abortSignal: signal,
  });
  if (text.trim() === "") throw new Error("the model said nothing");
  return text;
}
