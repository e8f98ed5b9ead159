/** Spreadsheets run text with these first characters as a formula, including full-width signs. */
const formula = /^\s*[=+\-@\t\r＝＋－＠]/
const plainNumber = /^-?\d+(\.\d+)?$/
/** Excel needs this byte order mark to read a file as UTF-8. */
export const csvStart = '\uFEFF'

/** Returns an RFC 4180 cell. An apostrophe before formula-like text keeps spreadsheets from running it. */
export function csvCell(value: string): string {
  const text = value.replaceAll('\0', '')
  const inert = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^'|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
