import type { Env } from "../../lib/env";
import { type Form, formOf } from "../../lib/payments/alerting/forms";
import { tellReceiver } from "../../lib/payments/alerting/send";
import { about, type Finding } from "./finding";

const { failure, fine } = about("webhook");

/** What became of a test message; `refused` is null where the receiver took it. */
interface Tried {
  form: Form;
  refused: string | null;
}

/** Sends one test message to each receiver, in its form. Addresses are secrets: receivers are told by their places. */
export const tryReceivers = (urls: readonly string[]): Promise<Tried[]> =>
  Promise.all(
    urls.map(async (url) => ({
      form: formOf(url),
      refused: await tellReceiver(url, {
        ...{ state: "firing", name: "test", severity: "warning", since: new Date().toISOString() },
        ...{ value: null, threshold: null, message: "This is a test. Nothing is wrong." },
        runbook: "docs/operations/watch.md",
      }),
    })),
  );

/** Returns whether receivers take alerts. Without `--test-alert` nothing is sent to them. */
export async function webhookFindings(
  { ALERT_WEBHOOK_URL: urls }: Env,
  isTried: boolean,
): Promise<Finding[]> {
  if (urls.length === 0) return [];
  if (!isTried) return [fine(`receivers of alerts: ${urls.length}; --test-alert sends each a test message`)];
  const tried = await tryReceivers(urls);
  return tried.map(({ form, refused }, at) =>
    refused === null
      ? fine(`receiver ${at + 1} (${form}) took the test message`)
      : failure(`receiver ${at + 1} (${form}) took no test message (${refused}): nobody learns of alerts.`),
  );
}
