import { Type } from 'typebox'

/** Spreadsheets run text that starts with one of these characters, including full-width signs, as a formula. */
const formulaPattern = /^\s*[=+\-@\t\r＝＋－＠]/
const plainNumber = /^-?\d+(\.\d+)?$/
/** Excel needs this byte order mark to read a file as UTF-8. */
export const csvStart = '\uFEFF'

/** Returns a cell according to RFC 4180. Text that looks like a formula gets an apostrophe, so that spreadsheets don't evaluate it. */
export function csvCell(value: string): string {
  const text = value.replaceAll('\0', '')
  const escapedText = formulaPattern.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^'|^\s|\s$/.test(escapedText) ? `"${escapedText.replaceAll('"', '""')}"` : escapedText
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

export const csvExport = {
  produces: 'text/csv',
  audited: true,
  responses: {
    200: Type.String({
      description: 'CSV file (RFC 4180) in UTF-8. Cells that a spreadsheet would run as a formula start with an apostrophe.',
    }),
  },
} as const
