/**
 * Returns the unique email addresses in pasted text. They are separated by commas, semicolons, spaces or lines, and can have names: `Priya
 * Raman <priya.raman@…>`.
 */
export function addressesIn(text: string): string[] {
  const withoutBrackets = text.replace(/[^<>,;\n]*<([^<>]*)>/g, ' $1 ')
  const matches = withoutBrackets
    .split(/[\s,;]+/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  return [...new Set(matches)]
}
