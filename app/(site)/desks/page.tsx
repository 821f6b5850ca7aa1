import type { Metadata } from "next";
import { DeskGrid } from "@/components/desks/desk-grid";
import { deskQuestions } from "@/components/desks/questions";
import { PageHead } from "@/components/site/page-head";

export const dynamic = "error";

const DESCRIPTION =
  "Each desk answers one question over HTTP, for a few cents. Read a sample before you pay; a call that fails costs nothing.";

export const metadata: Metadata = { title: "Desks", description: DESCRIPTION };

export default function DesksPage() {
  return (
    <>
      <PageHead title="What do you want to know?" lead={DESCRIPTION} />
      <DeskGrid groups={deskQuestions()} />
    </>
  );
}
