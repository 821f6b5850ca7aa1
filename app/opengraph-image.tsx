import { HEADLINE } from "@/components/home/words";
import { shareCard } from "@/components/share/card";
import { SHARE_SIZE } from "@/components/share/size";
import { env } from "@/lib/env";

export const alt = HEADLINE;
export const size = SHARE_SIZE;
export const contentType = "image/png";
export const dynamic = "force-static";

export default function ShareImage() {
  return shareCard({
    name: env().NEXT_PUBLIC_SERVICE_NAME,
    title: HEADLINE,
    detail: "No account and no key. A call that fails costs nothing.",
  });
}
