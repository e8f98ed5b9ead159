/** What a spreadsheet would take for a formula, full-width signs too. */
const formula = /^\s*[=+\-@\t\r＝＋－＠]/
const plainNumber = /^-?\d+(\.\d+)?$/
/** A byte order mark: without it Excel reads UTF-8 as something else. */
export const csvStart = '\uFEFF'

/** One cell (RFC 4180) that no spreadsheet runs: what looks like a formula is led by an apostrophe. */
export function csvCell(value: string): string {
  const text = value.replaceAll('\0', '')
  const inert = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^'|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
