/** Whether two texts are equal, in a time that does not tell where they differ. */
export function isSameText(a: string, b: string): boolean {
  let differences = a.length ^ b.length;
  for (let index = 0; index < b.length; index += 1)
    differences |= a.charCodeAt(index % a.length) ^ b.charCodeAt(index);
  return differences === 0;
}
