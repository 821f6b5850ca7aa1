/** Who answers chat turns, and how a language model is plugged in: the service takes these from the environment. */
export function describeChat({ CHAT_MODEL_BASE_URL, CHAT_MODELS }: NodeJS.ProcessEnv): string {
  if (CHAT_MODEL_BASE_URL !== undefined && CHAT_MODELS !== undefined)
    return `Chat turns are phrased by ${CHAT_MODELS} at ${CHAT_MODEL_BASE_URL}; without an answer of theirs, by rules.`;
  return (
    "Chat turns are answered by rules. To plug in a language model, any OpenAI-compatible endpoint will do:\n" +
    "  CHAT_MODEL_BASE_URL=http://127.0.0.1:11434/v1 CHAT_MODELS=llama3.2 npm run sandbox"
  );
}
