/** The id under which a heading is linked to: "Proving a wallet" → "proving-a-wallet", as repositories make it. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-");
