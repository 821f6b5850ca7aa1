interface FooterProps {
  name: string;
  contact: string | undefined;
}

export function Footer({ name, contact }: FooterProps) {
  return (
    <footer className="sheet mt-24 pb-10">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-rule pt-6 text-sm text-muted">
        <p>{name} sells data and its reading of them. Nothing here is investment advice.</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <a href="/scanner" className="underline underline-offset-4 hover:text-ink">
            Our scanner
          </a>
          {contact !== undefined && (
            <a href={`mailto:${contact}`} className="underline underline-offset-4 hover:text-ink">
              {contact}
            </a>
          )}
        </p>
      </div>
    </footer>
  );
}
