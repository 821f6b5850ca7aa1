import { parseObject } from "../openapi";
import { isHtml, mediaType } from "../media-type";
import { isOwnWord, readAnswer } from "../probes/answer";
import {
  SECURITY_TXT_OLD_PATH,
  SECURITY_TXT_PATH,
  SECURITY_TXT_REDIRECTS,
} from "../probes/security-txt-probe";
import {
  MCP_PATHS,
  READINESS_GETS,
  type ReadinessAnswers,
  type ReadinessRequest,
  mcpGreeting,
  mcpInitialized,
  mcpSession,
  mcpToolsList,
  namedMetadata,
  sitemapPath,
  skillFiles,
} from "../readiness/requests";
import { leadsPostsOn, rpcResult } from "../readiness/rpc-result";
import { DOCUMENT_BYTES, DOCUMENT_REDIRECTS, PROBE_BYTES, type ScanFetch, type ScanGet } from "../scan-fetch";
import { readPrefix } from "../scan-fetch/read-prefix";
import { leadsTo, type SiteResponse } from "../site-response";
import { answerOf } from "./observe-site";
import type { VisitedSite } from "./visit-site";

type Answer = SiteResponse | null;
type McpPath = (typeof MCP_PATHS)[number];

/** Documents that may be long. */
const LONG: ReadonlySet<string> = new Set(["/llms.txt", "/openapi.json", "/openapi.yaml"]);
/** Where more redirects are followed than for another document: for the homepage as many as it was allowed at first. */
const REDIRECTS: ReadonlyMap<string, Pick<ScanGet, "redirects" | "leave">> = new Map([
  ["/", { redirects: 3 }],
  [SECURITY_TXT_PATH, { redirects: SECURITY_TXT_REDIRECTS }],
  [SECURITY_TXT_OLD_PATH, { redirects: 0 }],
]);

async function ask(scan: ScanFetch, { path, headers }: ReadinessRequest): Promise<Answer> {
  const maxBytes = LONG.has(path) ? DOCUMENT_BYTES : PROBE_BYTES;
  return answerOf(
    await scan.get({ address: path, headers, maxBytes, ...(REDIRECTS.get(path) ?? DOCUMENT_REDIRECTS) }),
  );
}

/**
 * Asks for all that readiness is judged by; what depends on another answer follows it. At most 32 requests, homepage,
 * robots.txt and their redirects included.
 */
export async function fetchReadiness({
  scan,
  home,
  robots,
  target,
  now,
}: VisitedSite): Promise<ReadinessAnswers> {
  const { origin } = target;
  const { home: _home, robots: _robots, agentSkills, ...rest } = READINESS_GETS;
  const [sitemap, skills, mcp, others] = await Promise.all([
    askSitemap(scan, robots, origin),
    ask(scan, agentSkills).then(async (answer) => ({
      agentSkills: answer,
      skillFiles: await askSkills(scan, answer, origin),
    })),
    askMcp(scan),
    askAll(scan, rest),
  ]);
  const named = namedMetadata(mcp.mcpGreeting, origin);
  const metadata = named === null ? {} : { oauthResource: await askProbe(scan, named) };
  const { agentSkills: index, skillFiles: files } = skills;
  return {
    ...{ home: home.response, robots, skillFiles: files, ...mcp },
    ...settled({ sitemap, agentSkills: index, ...others, ...metadata }),
    ...{ origin, now: now.getTime() },
  };
}

/**
 * The same answers, but for those that lead on to where another one came from, where that was a page: a site that sends what
 * it doesn't have, or shows to nobody, to one page answers all of it with that page.
 */
function settled<Name extends string>(answers: Readonly<Record<Name, Answer>>): Record<Name, Answer> {
  const all: readonly Answer[] = Object.values(answers);
  const came = all.filter((answer) => answer !== null);
  const pages = new Map(
    came
      .filter(
        ({ status, headers, redirects }) => status === 200 && redirects !== undefined && isHtml(headers),
      )
      .map((answer) => [new URL(answer.url).pathname, answer]),
  );
  const settle = (answer: Answer): Answer => (answer && pages.get(leadsTo(answer)?.pathname ?? "")) ?? answer;
  const names = Object.keys(answers) as Name[]; // the record is written out in one place, with no other keys
  return Object.fromEntries(names.map((name) => [name, settle(answers[name])])) as Record<Name, Answer>; // one of each
}

/** Each request's answer under its own name. */
async function askAll<Name extends string>(
  scan: ScanFetch,
  requests: Readonly<Record<Name, ReadinessRequest>>,
): Promise<Record<Name, Answer>> {
  const names = Object.keys(requests) as Name[]; // the record is written out in one place, with no other keys
  const pairs = await Promise.all(
    names.map(async (name) => [name, await ask(scan, requests[name])] as const),
  );
  return Object.fromEntries(pairs) as Record<Name, Answer>; // a pair for each of its names
}

async function askSitemap(scan: ScanFetch, robots: Answer, origin: string): Promise<Answer> {
  const address = sitemapPath(robots, origin);
  const answer = answerOf(
    await scan.get({ address, headers: {}, maxBytes: DOCUMENT_BYTES, ...DOCUMENT_REDIRECTS }),
  );
  return answer === null ? null : unpacked(answer);
}

const GZIP_TYPE = /^application\/(?:x-)?gzip$/;

/** A sitemap as a gzip file (sitemaps.org allows it) as the XML in it, up to a document's size; any other answer as it is. */
async function unpacked(answer: SiteResponse): Promise<SiteResponse> {
  if (answer.status !== 200 || !GZIP_TYPE.test(mediaType(answer.headers))) return answer;
  try {
    const packed = new Blob([new Uint8Array(answer.body)]).stream();
    const xml = packed.pipeThrough(new DecompressionStream("gzip"));
    const { bytes, truncated } = await readPrefix(xml, DOCUMENT_BYTES);
    const headers = new Headers(answer.headers);
    headers.set("content-type", "application/xml");
    return { ...answer, headers, body: bytes, truncated };
  } catch {
    return answer; // no gzip, or half of one: it is judged by its type
  }
}

async function askSkills(
  scan: ScanFetch,
  index: Answer,
  origin: string,
): Promise<ReadonlyMap<string, Answer>> {
  const read = readAnswer(index);
  const document = read.kind === "text" ? parseObject(read.text) : null;
  const files = new Map<string, Answer>();
  for (const path of document === null ? [] : skillFiles(document, origin))
    files.set(path, await askProbe(scan, path));
  return files;
}

const askProbe = async (scan: ScanFetch, address: string): Promise<Answer> =>
  answerOf(await scan.get({ address, headers: {}, maxBytes: PROBE_BYTES, ...DOCUMENT_REDIRECTS }));

/**
 * Greets the usual places in turn, in the current revision and then in those before it, and asks for the tools. Where none
 * greets back, an answer that leaves the endpoint open counts more than one that says there is none.
 */
async function askMcp(scan: ScanFetch): Promise<Pick<ReadinessAnswers, "mcpGreeting" | "mcpTools">> {
  const refusals: Answer[] = [];
  for (const path of MCP_PATHS) {
    for (const method of ["server/discover", "initialize"] as const) {
      const greeting = await post(scan, path, mcpGreeting(path, method), PROBE_BYTES);
      if (greeting?.status === 401) return { mcpGreeting: greeting, mcpTools: null };
      if (greeting === null || !hasResult(greeting)) refusals.push(greeting);
      if (greeting === null || !speaksRpc(greeting)) break;
      if (!hasResult(greeting)) continue;
      const mcpTools = await askTools(scan, path, method === "initialize" ? greeting : null);
      return { mcpGreeting: greeting, mcpTools };
    }
  }
  const open = refusals.findIndex(
    (refusal) => refusal === null || !isOwnWord(refusal) || leadsPostsOn(refusal),
  );
  return { mcpGreeting: refusals[Math.max(0, open)] ?? null, mcpTools: null };
}

/** Asks for the tools, after `initialize` within what its answer settled. */
async function askTools(scan: ScanFetch, path: McpPath, initialized: SiteResponse | null): Promise<Answer> {
  if (initialized === null) return post(scan, path, mcpToolsList(path, null), DOCUMENT_BYTES);
  const result = rpcResult(initialized);
  const session = mcpSession(initialized.headers, result.ok ? result.value.protocolVersion : null);
  if (session.id !== null) await post(scan, path, mcpInitialized(path, session), PROBE_BYTES);
  return post(scan, path, mcpToolsList(path, session), DOCUMENT_BYTES);
}

const post = async (
  scan: ScanFetch,
  path: McpPath,
  { headers, body }: ReadinessRequest,
  maxBytes: number,
): Promise<Answer> => answerOf(await scan.post({ path, headers, body: body ?? "", maxBytes }));

/** Whether anything like JSON-RPC answers there, be it an error: servers of old refuse what they don't know with 400. */
const speaksRpc = (answer: Answer): boolean =>
  answer !== null &&
  /json|event-stream/.test(mediaType(answer.headers)) &&
  new TextDecoder().decode(answer.body).includes('"jsonrpc"');

const hasResult = (answer: Answer): boolean => {
  const read = readAnswer(answer);
  return read.kind === "text" && read.text.includes('"result"');
};
