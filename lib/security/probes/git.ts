import type { SiteResponse } from "../site-response";
import { readAnswer, rowWithoutText, startsAsMarkup } from "./answer";
import { type Control, isCatchAll } from "./control";
import type { ProbeRow } from "./probe-row";

export const GIT_HEAD_PATH = "/.git/HEAD";
export const GIT_CONFIG_PATH = "/.git/config";

const BRANCH = /^ref: refs\/(?:heads|remotes|tags)\/\S+\s*$/;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})\s*$/i;
/** No file of git's own that names a branch is longer. */
const MAX_HEAD = 4_096;

const remediation =
  "Block /.git in the server or deploy without it. Whoever fetched it may have the whole history: look through it for secrets and replace them.";

/**
 * Judges `/.git/HEAD`, with `/.git/config` to confirm. A whole body that names a branch is git's; a bare commit id could
 * be anything's, so alone it weighs less.
 */
export function judgeGit(
  answers: { head: SiteResponse | null; config: SiteResponse | null },
  controls: readonly Control[],
): ProbeRow {
  const confirmed = configIsOpen(answers.config, controls);
  const read = readAnswer(answers.head);
  const row = { id: "git", path: GIT_HEAD_PATH, findings: [] };
  const head = read.kind === "text" && !read.truncated ? headKind(read.text) : null;
  if (head === null && confirmed)
    return {
      ...row,
      path: GIT_CONFIG_PATH,
      status: "exposed",
      observed: "The repository's configuration answers.",
      findings: [
        {
          category: "exposedFiles",
          severity: "high",
          title: "Git configuration is public",
          detail: `${GIT_CONFIG_PATH} answers with a repository's settings. Its content is not shown.`,
          remediation,
        },
      ],
    };
  if (read.kind === "none") return rowWithoutText("git", GIT_HEAD_PATH, read);
  if (head === null) return { ...row, status: "absent", observed: "The answer is not a git reference." };
  if (isCatchAll({ path: GIT_HEAD_PATH, text: read.text }, controls, (text) => headKind(text) !== null))
    return { ...row, status: "catch_all", observed: "The site answers so to any path." };
  const confirmation = confirmed ? ` ${GIT_CONFIG_PATH} confirms it.` : "";
  return {
    ...row,
    status: "exposed",
    observed: `A git reference to a ${head}.${confirmation}`,
    findings: [
      {
        category: "exposedFiles",
        severity: head === "branch" || confirmed ? "high" : "medium",
        title: "Git repository is public",
        detail: `${GIT_HEAD_PATH} answers with a reference to a ${head}, as a repository's does.${confirmation}`,
        remediation,
      },
    ],
  };
}

function headKind(text: string): "branch" | "commit" | null {
  if (text.length > MAX_HEAD) return null;
  const body = text.replace(/^\uFEFF/, "");
  return BRANCH.test(body) ? "branch" : COMMIT.test(body) ? "commit" : null;
}

function configIsOpen(answer: SiteResponse | null, controls: readonly Control[]): boolean {
  const read = readAnswer(answer);
  return (
    read.kind === "text" &&
    bearsConfig(read.text) &&
    !isCatchAll({ path: GIT_CONFIG_PATH, text: read.text }, controls, bearsConfig)
  );
}

/** `[core]` as a line of its own, and settings as git writes them. */
const bearsConfig = (text: string): boolean =>
  !startsAsMarkup(text) && /^[ \t]*\[core\][ \t]*\r?$/m.test(text) && /^[ \t]*[a-z]+[ \t]*=/im.test(text);
