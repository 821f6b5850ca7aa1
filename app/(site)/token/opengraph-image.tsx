import { shareCard } from "@/components/share/card";
import { SHARE_SIZE } from "@/components/share/size";
import { env } from "@/lib/env";

export const alt = "The service's own token: tiers, and the public record of burns";
export const size = SHARE_SIZE;
export const contentType = "image/png";
export const dynamic = "force-static";

export default function TokenShareImage() {
  return shareCard({
    name: env().NEXT_PUBLIC_SERVICE_NAME,
    title: "The token's burn record",
    detail: "What holders have, and every burn with its transaction, computed again by you.",
  });
}
