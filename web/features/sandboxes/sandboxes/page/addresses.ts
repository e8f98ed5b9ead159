/** Splits pasted text into unique email addresses, by comma, semicolon, space or line, also in the form `Priya Raman <priya.raman@…>`. */
export function addressesIn(text: string): string[] {
  const withoutBrackets = text.replace(/[^<>,;\n]*<([^<>]*)>/g, ' $1 ')
  const matches = withoutBrackets
    .split(/[\s,;]+/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  return [...new Set(matches)]
}
