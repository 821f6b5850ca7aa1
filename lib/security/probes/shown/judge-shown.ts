import type { Observation } from "@/lib/security/grade/observation";
import { isHtml } from "@/lib/security/media-type";
import type { Finding } from "../finding";
import { apiAddressFindings } from "./api-addresses";
import { debugFindings } from "./debug-pages";
import { listingFindings } from "./listings";
import { mixedContentFindings } from "./mixed-content";
import type { ShownAnswer } from "./shown-answer";
import { softwareFindings } from "./software";
import { sourceMapFindings } from "./source-maps";

/**
 * What a site's answers show beside what they were asked for: lists of files, pages for developers, the software behind
 * it, what its homepage loads. No request is made for it.
 */
export function judgeShown(
  home: ShownAnswer | undefined,
  others: readonly ShownAnswer[],
  { page }: Pick<Observation, "page">,
): readonly Finding[] {
  const all = home === undefined ? others : [home, ...others];
  const document = home !== undefined && isHtml(home.headers) ? home : undefined;
  return [
    ...listingFindings(all),
    ...debugFindings(all, document),
    ...(document !== undefined && page.url.protocol === "https:"
      ? mixedContentFindings(document, page.policy)
      : []),
    ...(document === undefined ? [] : sourceMapFindings(document)),
    ...apiAddressFindings(others),
    ...softwareFindings(all, document),
  ];
}
