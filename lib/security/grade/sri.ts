import { SECURITY_DOCS, defineTest, fails, passes, untested } from "./define-test";
import { isHtml } from "../media-type";
import type { Observation } from "./observation";
import type { Script } from "./page-elements";

/** From bad to worse, among scripts that come from elsewhere. */
const WORSE = [
  "sri-implemented-but-external-scripts-not-loaded-securely",
  "sri-not-implemented-but-external-scripts-loaded-securely",
  "sri-not-implemented-and-external-scripts-not-loaded-securely",
] as const;

export const subresourceIntegrity = defineTest({
  id: "subresource-integrity",
  title: "Subresource Integrity",
  documentation: `${SECURITY_DOCS}/Defenses/Subresource_Integrity`,
  outcomes: {
    "sri-implemented-and-all-scripts-loaded-securely": passes(
      5,
      "All scripts are the site's own, and pinned.",
    ),
    "sri-implemented-and-external-scripts-loaded-securely": passes(
      5,
      "Scripts from elsewhere are pinned by hash.",
    ),
    "sri-not-implemented-response-not-html": passes(0, "The answer is not HTML: it loads no scripts."),
    "sri-not-implemented-but-no-scripts-loaded": passes(0, "The page has no scripts."),
    "sri-not-implemented-but-all-scripts-loaded-from-secure-origin": passes(
      0,
      "All scripts are the site's own.",
    ),
    "sri-not-implemented-but-external-scripts-loaded-securely": fails(
      -5,
      "A script from elsewhere is not pinned by hash.",
    ),
    "sri-implemented-but-external-scripts-not-loaded-securely": fails(
      -20,
      "A script from elsewhere is pinned, but may be loaded over plain http.",
    ),
    "sri-not-implemented-and-external-scripts-not-loaded-securely": fails(
      -50,
      "A script from elsewhere may be loaded over plain http and is not pinned by hash.",
    ),
    "sri-not-tested": untested("The page is longer than is read: more scripts may stand behind the cut."),
  },
  judge(seen) {
    const { headers, elements, cut } = seen.page;
    if (!isHtml(headers)) return "sri-not-implemented-response-not-html";
    if (cut) return "sri-not-tested";
    if (elements.scripts.length === 0) return "sri-not-implemented-but-no-scripts-loaded";
    const loaded = loadedBy(seen);
    const foreign = loaded.filter(({ own }) => !own);
    const faults = foreign.map(faultOf);
    const worst = WORSE.findLast((fault) => faults.includes(fault));
    if (worst !== undefined) return worst;
    const ownFirstPinned = loaded.some(({ own, pinned, secure }) => own && pinned && secure);
    if (ownFirstPinned) return "sri-implemented-and-all-scripts-loaded-securely";
    return foreign.length > 0
      ? "sri-implemented-and-external-scripts-loaded-securely"
      : "sri-not-implemented-but-all-scripts-loaded-from-secure-origin";
  },
  about: (seen, result) =>
    loadedBy(seen)
      .filter((script) => faultOf(script) === result)
      .map(({ src }) => src.split(/[?#]/, 1)[0] ?? ""),
});

/** The scripts that a page names by an address. */
const loadedBy = (seen: Observation): readonly Loaded[] =>
  seen.page.elements.scripts.filter(({ src }) => src !== "").map((script) => place(script, seen));

/** What is wrong with a script from elsewhere, if anything is. */
function faultOf({ own, pinned, secure }: Loaded): (typeof WORSE)[number] | null {
  if (own || (pinned && secure)) return null;
  if (pinned) return WORSE[0];
  return secure ? WORSE[1] : WORSE[2];
}

interface Loaded {
  src: string;
  own: boolean;
  secure: boolean;
  pinned: boolean;
}

/** Whose a script is and how it comes. One without a scheme of its own (`//host/…`) counts as foreign and insecure. */
function place({ src, integrity }: Script, seen: Observation): Loaded {
  const pinned = integrity !== "";
  if (/^[/\\]{2}[^/\\]/.test(src)) return { src, own: false, secure: false, pinned };
  if (!/^https?:[/\\]{2}/i.test(src) || !URL.canParse(src))
    return { src, own: true, secure: seen.page.url.protocol === "https:", pinned };
  const url = new URL(src);
  const own = seen.registrableDomain(url.hostname) === seen.registrableDomain(seen.host);
  return { src, own, secure: url.protocol === "https:", pinned };
}
