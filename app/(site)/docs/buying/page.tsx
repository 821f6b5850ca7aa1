import type { Metadata } from "next";
import { DocPage } from "@/components/docs/doc-page";
import { languages } from "@/components/docs/languages";
import { readDoc } from "@/components/docs/read-doc";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import { SERVICES } from "@/lib/catalog/services.generated";
import { env } from "@/lib/env";

export const dynamic = "error";

const TITLE = "Buying an answer";
const LEAD = "Two requests: the first says what it costs, the second pays for it. An x402 client makes both.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

export default function BuyingGuidePage() {
  return (
    <DocPage
      path="/docs/buying"
      title={TITLE}
      lead={LEAD}
      sections={readDoc("api.md", ["Finding what is for sale", "Paying", "Retrying"])}
    >
      <section aria-labelledby="languages">
        <h2 id="languages" className="mb-4 text-xl font-semibold tracking-tight">
          In five languages
        </h2>
        <p className="mb-4 max-w-3xl">
          With a wallet on Base that holds a few cents of USDC; it needs no ETH. The tests of this service buy
          with the form in TypeScript; the others are as their libraries document them.
        </p>
        <Tabs
          label="An answer bought in five languages"
          tabs={languages(env().PUBLIC_ORIGIN, SERVICES[0].path).map(({ value, label, code }) => ({
            value,
            label,
            content: <CodeBlock code={code} label={`Buying in ${label}`} />,
          }))}
        />
      </section>
    </DocPage>
  );
}
