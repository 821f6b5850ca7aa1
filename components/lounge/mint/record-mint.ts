import { isRecord } from "@/lib/is-record";
import { ChainRefused } from "./ask-chain";
import type { MintTools } from "./mint-flow";

const TIME_LIMIT_MS = 15_000;

/** Tells the service of a mint, which looks at the chain itself. Throws ChainRefused where no answer comes. */
export const recordAt =
  (path: string): MintTools["record"] =>
  async (mint) => {
    const said: unknown = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(mint),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
      .then((response) => response.json())
      .catch(() => null); // offline, too slow, or no JSON: one remedy
    if (!isRecord(said))
      throw new ChainRefused("It is minted, and the service did not answer. Have it recorded later.", false);
    if (said.ok === true) return null;
    const why = said.message ?? said.error;
    return typeof why === "string" ? why : "The service gave no reason.";
  };
