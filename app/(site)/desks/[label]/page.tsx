import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DeskRoom } from "@/components/desks/desk-room";
import { deskCards, type DeskCard } from "@/components/desks/questions";
import { env } from "@/lib/env";

export const dynamic = "error";
export const dynamicParams = false;

interface DeskPageProps {
  params: Promise<{ label: string }>;
}

const deskOf = async (params: DeskPageProps["params"]): Promise<DeskCard | undefined> => {
  const { label } = await params;
  return deskCards.find(({ slug }) => slug === label);
};

export const generateStaticParams = () => deskCards.map(({ slug }) => ({ label: slug }));

export async function generateMetadata({ params }: DeskPageProps): Promise<Metadata> {
  const desk = await deskOf(params);
  return desk === undefined ? {} : { title: desk.title, description: desk.route.description };
}

export default async function DeskPage({ params }: DeskPageProps) {
  const desk = await deskOf(params);
  if (desk === undefined) notFound();
  return <DeskRoom desk={desk} origin={env().PUBLIC_ORIGIN} />;
}
