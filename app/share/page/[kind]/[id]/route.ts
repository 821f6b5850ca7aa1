import { isSharedKind, SHARED, shareImage, type SharedKind } from "@/components/share/addresses";
import { findSubject } from "@/components/share/find-subject";
import type { Preview } from "@/components/share/page-with-preview";
import { shellOf } from "@/components/share/shells";
import { READING, takeTurn } from "@/components/share/take-turn";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { errorResponse } from "@/lib/http/errors";
import { describe, log } from "@/lib/http/log";

export const dynamic = "force-dynamic";

interface Named {
  params: Promise<{ kind: string; id: string }>;
}

async function previewOf(kind: SharedKind, id: string): Promise<Preview | null> {
  const subject = await findSubject(kind, id);
  if (subject === null) return null;
  const { PUBLIC_ORIGIN: origin, NEXT_PUBLIC_SERVICE_NAME: name } = env();
  const { page, parameter } = SHARED[kind];
  return {
    title: `${subject.card.title} · ${name}`,
    description: subject.description,
    image: origin + shareImage(kind, id),
    canonical: `${origin}${page}${parameter === null ? "" : `?${parameter}=${id}`}`,
  };
}

/** A preview is no reason to keep a reader waiting, or from the page. */
async function previewOrNone(request: Request, kind: SharedKind, id: string): Promise<Preview | null> {
  try {
    await takeTurn(request, READING);
    return await previewOf(kind, id);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "rate_limited"))
      log.warn("preview_not_read", { kind, why: describe(error) });
    return null;
  }
}

/**
 * The page of one signal or verdict: the prerendered one, with words and image of its own for previews of links to it. Only
 * addresses that name one come here (next.config.ts), under the page's own policy.
 */
export async function GET(request: Request, { params }: Named): Promise<Response> {
  const { kind, id } = await params;
  try {
    if (!isSharedKind(kind) || !SHARED[kind].id.test(id))
      throw new ApiError("not_found", "There is no page of that name.");
    const [shell, preview] = await Promise.all([
      shellOf(SHARED[kind].page),
      previewOrNone(request, kind, id),
    ]);
    return new Response(preview === null ? shell.html : shell.withPreview(preview), {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": preview === null ? "no-store" : "public, max-age=0, s-maxage=60",
        vary: "Accept, RSC",
      },
    });
  } catch (error) {
    return errorResponse(error, "/share/page");
  }
}
