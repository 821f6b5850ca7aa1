import { shareCard } from "@/components/share/card";
import { SHARE_SIZE } from "@/components/share/size";
import { env } from "@/lib/env";

export const alt = "Agents: registered by anybody, proved by their wallets";
export const size = SHARE_SIZE;
export const contentType = "image/png";
export const dynamic = "force-static";

export default function AgentsShareImage() {
  return shareCard({
    name: env().NEXT_PUBLIC_SERVICE_NAME,
    title: "Agents, proved by their wallets",
    detail: "A name and an id for programs that buy here. Free, and linked on chain.",
  });
}
