import { isSharedKind } from "@/components/share/addresses";
import { findSubject } from "@/components/share/find-subject";
import { pictureOf } from "@/components/share/pictures";
import { DRAWING, takeTurn } from "@/components/share/take-turn";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { errorResponse } from "@/lib/http/errors";
import { commonHeaders } from "@/lib/http/headers";

export const dynamic = "force-dynamic";

/** What a preview keeps of something whose outcome is still to come. */
const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=3600";

interface Named {
  params: Promise<{ kind: string; file: string }>;
}

/** The image of one signal, verdict or scan, for previews of links to it. */
export async function GET(request: Request, { params }: Named): Promise<Response> {
  const { kind, file } = await params;
  try {
    await takeTurn(request, DRAWING);
    const id = /^([\w-]{1,64})\.png$/.exec(file)?.[1];
    const subject = id !== undefined && isSharedKind(kind) ? await findSubject(kind, id) : null;
    if (subject === null)
      throw new ApiError(
        "not_found",
        "There is no image of that name. Those that there are stand in their pages' og:image.",
      );
    const picture = await pictureOf({ name: env().NEXT_PUBLIC_SERVICE_NAME, ...subject.card });
    return new Response(picture, {
      headers: { ...commonHeaders(), "content-type": "image/png", "cache-control": CACHE_CONTROL },
    });
  } catch (error) {
    return errorResponse(error, "/share");
  }
}
