/** Quotes text for a POSIX shell, because commands are copied and parts of them come from settings and other services. */
export function shellQuote(text: string): string {
  const printable = text.replace(/\p{Cc}/gu, '')
  return /^[\w@%+=:,./-]+$/.test(printable) ? printable : `'${printable.replaceAll("'", String.raw`'\''`)}'`
}
