/** What was pasted, taken apart: addresses by comma, semicolon, space or line, also as `Priya Raman <priya.raman@…>`; each once. */
export function addressesIn(text: string): string[] {
  const inBrackets = text.replace(/[^<>,;\n]*<([^<>]*)>/g, ' $1 ')
  const found = inBrackets
    .split(/[\s,;]+/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  return [...new Set(found)]
}
