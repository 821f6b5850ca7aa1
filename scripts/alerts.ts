/** `npm run alerts`: sends a test message to each receiver of alerts, and clears alerts that a person has looked at. */
import "./env-files";
import { env } from "../lib/env";
import { clearAlertAnswer } from "../lib/payments/alerting/clear/answer";
import { tryReceivers } from "./doctor/webhook";
import { serviceAt, Stop } from "./ledger/service";

const USAGE = `npm run alerts -- <what>

  --test          send one test message to each address of ALERT_WEBHOOK_URL, in its form
  --clear <name>  clear an alert that a log event raised; takes OPERATOR_URL and OPERATOR_SECRET
  What needs a person now: npm run ledger -- metrics`;

/** Gives 0 where every receiver took it. Addresses are secrets: receivers are told by their places. */
async function test(): Promise<number> {
  const urls = env().ALERT_WEBHOOK_URL;
  if (urls.length === 0) throw new Stop("ALERT_WEBHOOK_URL is not set: nobody is told of alerts.");
  const tried = await tryReceivers(urls);
  tried.forEach(({ form, refused }, at) =>
    console.log(`receiver ${at + 1} (${form}): ${refused ?? "took it"}`),
  );
  return tried.every(({ refused }) => refused === null) ? 0 : 1;
}

async function main([what, name = "", ...rest]: readonly string[]): Promise<number> {
  if (what === "--test" && name === "") return test();
  if (what === "--clear" && name !== "" && rest.length === 0) {
    const service = serviceAt(process.env.OPERATOR_URL, process.env.OPERATOR_SECRET);
    await service.ask("POST", "/api/operator/alerts", { clear: name }, clearAlertAnswer);
    console.log(`${name} is cleared; its next event raises it again.`);
    return 0;
  }
  console.log(USAGE);
  return what === "--help" || what === "-h" ? 0 : 2;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  return 1;
});
