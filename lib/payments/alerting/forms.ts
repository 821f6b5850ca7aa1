import { env } from "@/lib/env";
import { hex, hmacSha256 } from "@/lib/http/digest";
import { now } from "@/lib/time";
import type { Alert } from "../metrics/alert";

/** One message about an alert. */
export interface Notice extends Alert {
  state: "firing" | "resolved";
}

/** A request that carries it: always a POST of JSON. */
export interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type Form = "slack" | "discord" | "telegram" | "pagerduty" | "ntfy" | "json";

const HOSTS: readonly (readonly [Form, RegExp])[] = [
  ["slack", /(?:^|\.)slack\.com$/],
  ["discord", /(?:^|\.)discord(?:app)?\.com$/],
  ["telegram", /^api\.telegram\.org$/],
  ["pagerduty", /(?:^|\.)pagerduty\.com$/],
  ["ntfy", /^ntfy\./],
];

/** The form that the settings name, or else the one of the address's host. */
export const formOf = (url: string): Form =>
  env().ALERT_WEBHOOK_FORM ?? HOSTS.find(([, host]) => host.test(new URL(url).hostname))?.[0] ?? "json";

/** Most characters of a message: Discord's 2,000, Telegram's 4,096, PagerDuty's 1,024. */
const MOST = { discord: 2_000, telegram: 4_096, pagerduty: 1_024 };

const service = (): string => env().NEXT_PUBLIC_SERVICE_NAME;

const textOf = ({ state, severity, name, message, runbook }: Notice): string =>
  `[${state === "resolved" ? "resolved" : severity}] ${service()}: ${name}\n${message}\n${runbook}`;

/** As Slack asks, so that no text becomes a mention or a link. */
const forSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** An address without one of its query's values, and that value. */
function without(url: string, name: string): [url: string, value: string] {
  const address = new URL(url);
  const value = address.searchParams.get(name) ?? "";
  address.searchParams.delete(name);
  return [address.href, value];
}

const plain = (url: string, body: unknown): Posted => ({ url, headers: {}, body: JSON.stringify(body) });

/** `X-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, where ALERT_WEBHOOK_SECRET is set. */
function signed({ url, body }: Posted): Posted {
  const { ALERT_WEBHOOK_SECRET: secret } = env();
  if (secret === undefined) return { url, headers: {}, body };
  const at = Math.floor(now() / 1000);
  return { url, headers: { "x-signature": `t=${at},v1=${hex(hmacSha256(secret, `${at}.${body}`))}` }, body };
}

/** Each form by the public documentation of its receiver, November 2026. */
const FORMS: Readonly<Record<Form, (url: string, notice: Notice) => Posted>> = {
  slack: (url, notice) => plain(url, { text: forSlack(textOf(notice)) }),
  discord: (url, notice) =>
    plain(url, { content: textOf(notice).slice(0, MOST.discord), allowed_mentions: { parse: [] } }),
  telegram: (url, notice) => {
    const [address, chat] = without(url, "chat_id");
    return plain(address, { chat_id: chat, text: textOf(notice).slice(0, MOST.telegram) });
  },
  pagerduty: (url, { state, name, severity, since, message, runbook, value, threshold }) => {
    const [address, key] = without(url, "routing_key");
    return plain(address, {
      routing_key: key,
      event_action: state === "firing" ? "trigger" : "resolve",
      dedup_key: `${service()}:${name}`.slice(0, 255),
      payload: {
        ...{ summary: `${name}: ${message}`.slice(0, MOST.pagerduty), source: service(), severity },
        ...{ timestamp: since ?? undefined, custom_details: { value, threshold, runbook } },
      },
    });
  },
  ntfy: (url, notice) => {
    const [address, token] = without(url, "token");
    const { origin, pathname } = new URL(address);
    const { state, severity, name, message } = notice;
    const priority = state === "resolved" ? 3 : severity === "critical" ? 5 : 4;
    const posted = plain(`${origin}/`, {
      ...{ topic: pathname.slice(1), title: `${service()}: ${name} (${state})`, message, priority },
      tags: [state === "resolved" ? "white_check_mark" : "rotating_light"],
    });
    return token === "" ? posted : { ...posted, headers: { authorization: `Bearer ${token}` } };
  },
  json: (url, { name, state, severity, since, message, value, threshold, runbook }) =>
    signed(
      plain(url, {
        ...{ id: name, state, severity, since, text: message, value, threshold, runbook },
        ...{ service: service(), instance: new URL(env().PUBLIC_ORIGIN).host },
      }),
    ),
};

/** The request that tells a receiver of a notice. */
export const post = (form: Form, url: string, notice: Notice): Posted => FORMS[form](url, notice);
