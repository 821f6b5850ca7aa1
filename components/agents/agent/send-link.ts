import { askFree } from "@/components/reading/ask-free";
import { readLinked } from "../own-answers";
import { notTaken, Refused } from "../use-work";
import { refusalInWords } from "./link-words";

/** Between two looks at a transaction that is too young. */
const PAUSE_MS = 3_000;
const LOOKS = 40;
/** A transaction that was just sent may be unknown to our node for so many looks. */
const UNKNOWN_LOOKS = 5;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

interface Asked {
  path: string;
  id: string;
  txHash: string;
  tell: (doing: string) => void;
}

/** Sends a transaction's hash until it links the agent. Returns the service's words; throws Refused. */
export async function sendLink({ path, id, txHash, tell }: Asked): Promise<string> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const found = await askFree(path, readLinked, {}, { id, txHash });
    if (found.state === "failed") {
      if (found.status !== 404 || look >= UNKNOWN_LOOKS) throw notTaken("Not linked", found);
      tell("Waiting until the chain knows the transaction…");
    } else {
      const { state, message } = found.value;
      if (state === "linked") return message;
      if (state === "refused")
        throw new Refused("This transaction does not link it", refusalInWords(found.value));
      tell(`${message} Looking again…`);
    }
    await pause();
  }
  throw new Refused(
    "Not linked yet",
    "Too few blocks hold the transaction. Send its hash again in a minute.",
  );
}
