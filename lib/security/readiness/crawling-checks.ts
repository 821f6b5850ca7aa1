import { isHtml } from "../media-type";
import { readAnswer, readDocument } from "../probes/answer";
import { servedSecurityTxt } from "../probes/security-txt-probe";
import { type Robots, isContentSignal, parseRobots } from "../robots";
import { headerLines } from "../header-lines";
import { isSitemap } from "../sitemap";
import { type Opened, type ReadinessCheck, TEXT_TYPE, fail, inconclusive, openText, pass } from "./check";
import { parseLinks } from "./link-header";
import { readLlmsTxt } from "./llms-txt";
import type { ReadinessAnswers } from "./requests";

/** Agents of well-known makers; a group that names one says that the site has thought of them. */
const AI_AGENTS = new Set(
  "gptbot chatgpt-user oai-searchbot claudebot claude-user claude-searchbot anthropic-ai google-extended googleother ccbot perplexitybot perplexity-user bytespider amazonbot applebot-extended meta-externalagent cohere-ai mistralai-user duckassistbot".split(
    " ",
  ),
);
const XML_TYPE = /^(?:application|text)\/(?:[a-z0-9.-]+\+)?xml$/;
const DISCOVERY_RELS = new Set(["api-catalog", "service-desc", "service-doc"]);

function openRobots(answers: ReadinessAnswers): Opened<Robots> {
  const opened = openText(answers.robots, /^text\/plain$/);
  return opened.ok ? { ok: true, value: parseRobots(opened.value.text) } : opened;
}

const robots: ReadinessCheck = {
  id: "robots",
  title: "robots.txt",
  points: 5,
  asked: "GET /robots.txt: plain text that names at least one user agent",
  fix: "Serve a robots.txt as text/plain with at least one User-agent group.",
  documentation: "https://www.rfc-editor.org/rfc/rfc9309",
  judge(answers) {
    const opened = openRobots(answers);
    if (!opened.ok) return opened.judgement;
    const { length } = opened.value.groups;
    return length > 0 ? pass(`${length} groups.`) : fail("A text that names no user agent.");
  },
};

const sitemap: ReadinessCheck = {
  id: "sitemap",
  title: "Sitemap",
  points: 4,
  asked: "The sitemap that robots.txt names, else GET /sitemap.xml: it parses, and robots.txt names it",
  fix: "Serve a sitemap as XML and name it in robots.txt with a Sitemap line.",
  documentation: "https://www.sitemaps.org/protocol.html",
  judge(answers) {
    const opened = openText(answers.sitemap, XML_TYPE);
    if (!opened.ok) return opened.judgement;
    if (!isSitemap(opened.value.text, opened.value.truncated)) return fail("XML that is not a sitemap.");
    const named = openRobots(answers);
    if (!named.ok)
      return named.judgement.verdict === "inconclusive"
        ? named.judgement
        : fail("A sitemap that no robots.txt names.");
    return named.value.sitemaps.length > 0
      ? pass("A sitemap that robots.txt names.")
      : fail("A sitemap that robots.txt doesn't name.");
  },
};

const links: ReadinessCheck = {
  id: "link-header",
  title: "Link header",
  points: 5,
  asked: "GET /: a Link header with rel api-catalog, service-desc or service-doc",
  fix: 'Send with the homepage, for example: Link: </.well-known/api-catalog>; rel="api-catalog"',
  headerLines: headerLines(
    "Link",
    '</.well-known/api-catalog>; rel="api-catalog"',
    "Name only what is there. The homepage is enough.",
  ),
  documentation: "https://www.rfc-editor.org/rfc/rfc9727",
  judge({ home }) {
    const read = readAnswer(home);
    if (home === null || (read.kind === "none" && read.status === "inconclusive"))
      return inconclusive("The homepage gave no answer to judge.");
    const found = parseLinks(home.headers.get("link") ?? "").flatMap(({ rels }) => rels);
    const known = [...new Set(found.filter((rel) => DISCOVERY_RELS.has(rel)))];
    return known.length > 0 ? pass(`Links with rel ${known.join(", ")}.`) : fail("No such link.");
  },
};

const llms: ReadinessCheck = {
  id: "llms-txt",
  title: "llms.txt",
  points: 8,
  asked: "GET /llms.txt: a first-level heading first, and well-formed links in its lists",
  fix: "Serve Markdown that begins with # and the site's name; write lists as - [name](address): note.",
  documentation: "https://llmstxt.org",
  judge({ llmsTxt, origin }) {
    const opened = openText(llmsTxt, TEXT_TYPE);
    if (!opened.ok) return opened.judgement;
    const { titled, links: good, brokenLinks } = readLlmsTxt(opened.value.text, origin);
    if (!titled) return fail("A text that doesn't begin with a first-level heading.");
    return brokenLinks > 0
      ? fail(`${brokenLinks} list entries are not well-formed links.`)
      : pass(`A heading and ${good} links.`);
  },
};

const markdown: ReadinessCheck = {
  id: "markdown",
  title: "Markdown for those who ask for it",
  points: 8,
  asked: "GET / with Accept: text/markdown: Markdown, with Vary: Accept, while */* still gets HTML",
  fix: "Answer Accept: text/markdown with text/markdown and Vary: Accept; leave HTML for everyone else.",
  documentation: "https://www.rfc-editor.org/rfc/rfc9110#name-content-negotiation",
  judge({ home, homeAsMarkdown }) {
    const opened = openText(homeAsMarkdown, /^text\/markdown$/);
    if (!opened.ok) return opened.judgement;
    const vary = (homeAsMarkdown?.headers.get("vary") ?? "").toLowerCase().split(/[\s,]+/);
    if (!vary.includes("accept"))
      return fail("Markdown without Vary: Accept, so caches may mix it with HTML.");
    const plain = readAnswer(home);
    if (home === null || plain.kind === "none")
      return inconclusive("The homepage gave no answer to compare with.");
    return isHtml(home.headers)
      ? pass("Markdown with Vary: Accept.")
      : fail("Markdown, but */* gets no HTML.");
  },
};

const aiGroup: ReadinessCheck = {
  id: "ai-agents",
  title: "A word to AI agents",
  points: 4,
  asked: "GET /robots.txt: a group with rules that names an AI agent",
  fix: "Add a group for the AI agents that you allow or refuse, by name.",
  documentation: "https://www.rfc-editor.org/rfc/rfc9309#name-the-user-agent-line",
  judge(answers) {
    const opened = openRobots(answers);
    if (!opened.ok) return opened.judgement;
    const named = opened.value.groups.filter(
      ({ agents, rules }) => rules > 0 && agents.some((agent) => AI_AGENTS.has(agent)),
    );
    return named.length > 0
      ? pass(`${named.length} groups name AI agents.`)
      : fail("No group with rules names an AI agent.");
  },
};

const signal: ReadinessCheck = {
  id: "content-signal",
  title: "Content-Signal",
  points: 4,
  asked: "GET /robots.txt: a valid Content-Signal line",
  fix: "Add for example: Content-Signal: search=yes, ai-input=yes, ai-train=no",
  documentation: "https://contentsignals.org",
  judge(answers) {
    const opened = openRobots(answers);
    if (!opened.ok) return opened.judgement;
    const { contentSignals } = opened.value;
    if (contentSignals.length === 0) return fail("No Content-Signal line.");
    return contentSignals.every(isContentSignal)
      ? pass("A valid Content-Signal.")
      : fail("A Content-Signal that can't be understood.");
  },
};

const securityTxt: ReadinessCheck = {
  id: "security-txt",
  title: "security.txt",
  points: 3,
  asked: "GET /.well-known/security.txt: valid and in time",
  fix: "Publish a security.txt with Contact and a future Expires as text/plain (RFC 9116).",
  documentation: "https://www.rfc-editor.org/rfc/rfc9116",
  judge({ securityTxt: wellKnown, securityTxtAtRoot: root, now }) {
    const served = servedSecurityTxt({ wellKnown, root }, now);
    if (served !== null)
      return served.valid
        ? pass("A valid file.")
        : fail(`A file with faults: ${served.errors.slice(0, 8).join(", ")}.`);
    const read = readDocument(wellKnown);
    if (read.kind === "none")
      return read.status === "inconclusive" ? inconclusive(read.observed) : fail(read.observed);
    return fail("The answer is not a security.txt.");
  },
};

/** What a reader of pages looks for. */
export const CRAWLING_CHECKS: readonly ReadinessCheck[] = [
  robots,
  sitemap,
  links,
  llms,
  markdown,
  aiGroup,
  signal,
];
export const SECURITY_TXT_CHECK = securityTxt;
