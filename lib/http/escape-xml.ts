/** Text for XML or SVG, in an element or an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
