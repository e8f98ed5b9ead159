/** Splits pasted text into unique addresses, by comma, semicolon, space or line, also in the form `Priya Raman <priya.raman@…>`. */
export function addressesIn(text: string): string[] {
  const inBrackets = text.replace(/[^<>,;\n]*<([^<>]*)>/g, ' $1 ')
  const found = inBrackets
    .split(/[\s,;]+/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  return [...new Set(found)]
}
