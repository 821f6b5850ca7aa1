/** Which addresses of static pages name one thing, and are answered with the preview of that: see app/share/page. */
import type { NextConfig } from "next";
import { SHARED } from "../components/share/addresses";

type Rewrites = Extract<Awaited<ReturnType<NonNullable<NextConfig["rewrites"]>>>, unknown[]>;

/** The router asks for a part of the page under the same address. */
const OF_THE_ROUTER = { type: "header", key: "rsc" } as const;

export const previewRewrites = (): Rewrites =>
  Object.entries(SHARED).flatMap(([kind, { page, parameter, id }]) =>
    parameter === null
      ? []
      : [
          {
            source: page,
            has: [{ type: "query", key: parameter, value: `(?<id>${id.source.replace(/^\^|\$$/g, "")})` }],
            missing: [OF_THE_ROUTER],
            destination: `/share/page/${kind}/:id`,
          },
        ],
  );
