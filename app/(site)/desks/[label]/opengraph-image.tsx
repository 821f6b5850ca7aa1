import { deskCards } from "@/components/desks/questions";
import { priceInWords } from "@/components/home/price-list";
import { shareCard } from "@/components/share/card";
import { SHARE_SIZE } from "@/components/share/size";
import { env } from "@/lib/env";

export const alt = "A desk: what it answers, and what an answer costs";
export const size = SHARE_SIZE;
export const contentType = "image/png";
export const dynamic = "force-static";

export const generateStaticParams = () => deskCards.map(({ slug }) => ({ label: slug }));

export default async function DeskShareImage({ params }: { params: Promise<{ label: string }> }) {
  const { label } = await params;
  const desk = deskCards.find(({ slug }) => slug === label);
  if (desk === undefined) throw new Error(`There is no desk ${label}`);
  const { title, detail, route } = desk;
  return shareCard({
    name: env().NEXT_PUBLIC_SERVICE_NAME,
    title,
    detail: detail === "" ? route.path : detail,
    price: priceInWords(route),
  });
}
