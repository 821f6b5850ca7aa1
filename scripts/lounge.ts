/** `npm run lounge`: what operators do about creators' signals of a running service. */
import { hideSignalAnswer } from "../lib/lounge/hide/answer";
import { hideSignalEntry } from "../lib/lounge/hide/entry";
import { HIDDEN_REASONS } from "../lib/lounge/vocabulary";
import { serviceAt, Stop } from "./ledger/service";

const USAGE = `npm run lounge -- hide <signal> <reason>, with OPERATOR_URL and OPERATOR_SECRET of the service in the environment

  deletes the signal's text, salt, title, teaser and categories for good; hash, leaf, outcome and reason stay
  reasons: ${HIDDEN_REASONS.join(", ")}; all but spam erase what buyers' kept answers hold, too`;

async function main([what, signalId = "", reason = "", ...rest]: readonly string[]): Promise<number> {
  if (what !== "hide" || signalId === "" || reason === "" || rest.length > 0) return (console.log(USAGE), 2);
  const service = serviceAt(process.env.OPERATOR_URL, process.env.OPERATOR_SECRET);
  const answer = await service.ask("POST", hideSignalEntry.path, { signalId, reason }, hideSignalAnswer);
  console.log(
    `${signalId} is hidden since ${answer.hiddenAt} (${answer.reason}); ${answer.erasedAnswers} kept answers were erased. ` +
      `Ask again in half an hour: what was being paid for at this moment is erased then.`,
  );
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  return 1;
});
