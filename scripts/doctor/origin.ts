import { decodePaymentRequiredHeader } from "@x402/core/http";
import * as z from "zod";
import type { Env } from "../../lib/env";
import { ROUTES } from "../../lib/http/routes.generated";
import { importSigningKey } from "../../lib/payments/receipts/signing-key";
import { about, briefly, type Finding } from "./finding";
import { scheduleFindings } from "./schedules";
import { asker, type Ask, type RawAnswer } from "./raw-request";

const { failure, warning, fine } = about("origin");

/** What nginx, the strictest common proxy, takes by default. */
const MAX_HEADER_BYTES = 4_000;
/** More than most services have workers, each of which counts a caller by itself at first. */
const FORGED_CALLS = 8;
const SEE_PROXIES = "See docs/operations/proxies.md.";

const PAID = ROUTES.find(({ gate }) => gate === "payment-first")?.path ?? "";

const isLoopback = (origin: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(origin).hostname);

function challengeFindings({ status, headers, headerBytes }: RawAnswer, settings: Env): Finding[] {
  const by = headers.server === undefined ? "" : ` by ${headers.server.slice(0, 40)}`;
  if (status !== 402)
    return [
      failure(
        status === 502 || status === 431 || status === 400
          ? `an unpaid call is answered ${status}${by}, not 402: a proxy's limit on headers is too small. ${SEE_PROXIES}`
          : `an unpaid call is answered ${status}${by}, not 402: something before the service answers for it. ${SEE_PROXIES}`,
      ),
    ];
  const findings: Finding[] = [];
  try {
    const { accepts } = decodePaymentRequiredHeader(String(headers["payment-required"]));
    const ours = [settings.EVM_PAY_TO, settings.SOLANA_PAY_TO];
    findings.push(
      accepts.length > 0 && accepts.every(({ payTo }) => ours.includes(payTo))
        ? fine("an unpaid call gets a 402 that pays our wallets")
        : failure(
            "its 402 pays another wallet than EVM_PAY_TO or SOLANA_PAY_TO: another deployment answers there.",
          ),
    );
  } catch {
    findings.push(
      failure(`its 402 has no readable PAYMENT-REQUIRED header: a proxy drops or changes it. ${SEE_PROXIES}`),
    );
  }
  findings.push(
    headerBytes > MAX_HEADER_BYTES
      ? failure(
          `its 402 has ${headerBytes} bytes of headers, more than ${MAX_HEADER_BYTES}: a proxy with default buffers answers 502 instead.`,
        )
      : fine(`its 402 has ${headerBytes} bytes of headers`),
  );
  return findings;
}

/** Each forged address looks like a caller of its own only if the service believes the header. */
async function forgedFindings(ask: Ask, settings: Env): Promise<Finding[]> {
  const left: number[] = [];
  let limit = settings.RATE_LIMIT_PER_MINUTE;
  for (let call = 0; call < FORGED_CALLS; call += 1) {
    const { headers } = await ask("POST", PAID, { "x-forwarded-for": `203.0.113.${call + 1}` });
    left.push(Number(headers["ratelimit-remaining"]));
    limit = Number(headers["ratelimit-limit"]);
  }
  if (left.some((remaining) => !Number.isFinite(remaining)))
    return [
      warning("can't tell whether X-Forwarded-For is believed: the answers carry no RateLimit-Remaining."),
    ];
  if (left.some((remaining) => remaining !== limit - 1))
    return [fine("a forged X-Forwarded-For is not believed")];
  const text = `a forged X-Forwarded-For is believed, so no rate limit holds: the proxy must overwrite it. ${SEE_PROXIES}`;
  return [settings.LOCAL_WORLD === true ? warning(text) : failure(text)];
}

const OpenApi = z.object({ servers: z.array(z.object({ url: z.string() })) });

async function documentFindings(ask: Ask, origin: string): Promise<Finding[]> {
  const { status, body } = await ask("GET", "/openapi.json");
  if (status !== 200) return [failure(`/openapi.json is answered ${status}, not 200.`)];
  const [server] = OpenApi.parse(JSON.parse(body)).servers;
  return [
    server !== undefined && new URL(server.url, origin).origin === new URL(origin).origin
      ? fine("its documents name this origin")
      : failure("its documents name another origin: build again with this PUBLIC_ORIGIN."),
  ];
}

const Jwks = z.object({ keys: z.array(z.object({ x: z.string().optional() })) });

async function keyFindings(ask: Ask, { RECEIPT_SIGNING_KEY: key }: Env): Promise<Finding[]> {
  if (key === undefined)
    return [warning("RECEIPT_SIGNING_KEY is missing: offers and receipts are not signed.")];
  const { publicJwk } = await importSigningKey(key);
  const { body } = await ask("GET", "/.well-known/jwks.json");
  return [
    Jwks.parse(JSON.parse(body)).keys.some(({ x }) => x === publicJwk.x)
      ? fine("its published keys hold the signing key")
      : failure(
          "its published keys lack RECEIPT_SIGNING_KEY's: receipts can't be verified. Start it again with this key.",
        ),
  ];
}

/** Returns how the service looks from outside, through every proxy before it. */
export async function originFindings(settings: Env, origin: string): Promise<Finding[]> {
  const { ask, close } = asker(origin);
  try {
    const findings = challengeFindings(await ask("POST", PAID), settings);
    if (!origin.startsWith("https:") && !isLoopback(origin))
      findings.push(failure("it is not https: others can read and change what is sold."));
    if (findings.some(({ level, text }) => level === "failure" && text.startsWith("an unpaid call")))
      return findings;
    for (const check of [
      () => forgedFindings(ask, settings),
      () => documentFindings(ask, origin),
      () => keyFindings(ask, settings),
      () => scheduleFindings(ask),
    ])
      findings.push(
        ...(await check().catch((error: unknown) => [
          failure(`an answer can't be read (${briefly(error)}).`),
        ])),
      );
    return findings;
  } catch (error) {
    return [failure(`it doesn't answer (${briefly(error)}). Is the service up, and PUBLIC_ORIGIN right?`)];
  } finally {
    close();
  }
}
