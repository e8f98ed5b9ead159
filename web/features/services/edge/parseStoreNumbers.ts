import Papa from 'papaparse'

/** The server accepts at most this many stores per rollout. */
export const maxStores = 5_000

export interface StoreLine {
  storeNumber: string
  region?: string
}

export interface ParsedStoreNumbers {
  lines: StoreLine[]
  /** The recognised columns; undefined for a plain list of numbers. */
  table?: { columns: string[]; numbers: number; regions: number | undefined }
}

const numberNames = new Set(
  'store stores storenumber storeno storenr storeid number no nr site sitenumber siteno siteid branch branchnumber branchno shop shopnumber shopno'.split(
    ' ',
  ),
)
const regionNames = new Set(['azureregion', 'azurelocation'])
const plain = (cell: string) => cell.toLowerCase().replace(/[^a-z]/g, '')
const isNumber = (cell: string) => /^\d{1,6}$/.test(cell)
/** Text in several columns is a list of numbers, and not a table, if at least this share of its cells are numbers. */
const minNumberShare = 0.8

/** Reads store numbers from lines, rows or a table column, with or without a header. `selected` overrides the recognised column. */
export function parseStoreNumbers(text: string, selected?: number): ParsedStoreNumbers {
  const { data } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy', delimitersToGuess: [',', '\t', ';', '|'] })
  const rows = data.map((row) => row.map((cell) => cell.trim()))
  const head = headerRow(rows)
  const body = head ? rows.slice(1) : rows
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (!head && isList(rows)) return { lines: rows.flat().flatMap(split).map(line) }
  if (width === 1) return { lines: body.flat().filter(Boolean).flatMap(split).map(line) }
  const columns = Array.from({ length: width }, (_, index) => head?.[index] || `Column ${index + 1}`)
  const namedColumn = head?.findIndex((cell) => numberNames.has(plain(cell))) ?? -1
  const numbers = selected !== undefined && selected < width ? selected : namedColumn >= 0 ? namedColumn : fullestColumn(body, width)
  const region = head?.findIndex((cell) => regionNames.has(plain(cell))) ?? -1
  const lines = body.flatMap((row) => {
    const storeNumber = row[numbers] ?? ''
    const place = (row[region] ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')
    return storeNumber === '' ? [] : [{ ...line(storeNumber), ...(place.length >= 3 && { region: place.slice(0, 30) }) }]
  })
  return { lines, table: { columns, numbers, regions: region >= 0 ? region : undefined } }
}

/** Formats lines for the text field, so that `parseStoreNumbers` reads them back unchanged. */
export function writeStores(lines: readonly StoreLine[]): string {
  if (lines.some(({ region }) => region))
    return ['store,azure region', ...lines.map(({ storeNumber, region = '' }) => `${storeNumber},${region}`)].join('\n')
  return lines.map(({ storeNumber }) => storeNumber).join('\n')
}

/** Invalid numbers are sent too, shortened to 20 characters, because the server reports them. */
const line = (storeNumber: string): StoreLine => ({ storeNumber: storeNumber.slice(0, 20) })

function headerRow(rows: string[][]): string[] | undefined {
  const [first = [], ...remainingRows] = rows
  if (first.some(isNumber)) return undefined
  if (first.some((cell) => numberNames.has(plain(cell)))) return first
  return first.length > 1 && remainingRows.some((row) => row.some(isNumber)) ? first : undefined
}

function isList(rows: string[][]): boolean {
  if (rows.length <= 1 || rows.every((row) => row.length === 1)) return true
  const cells = rows.flat().filter(Boolean)
  return cells.filter(isNumber).length >= cells.length * minNumberShare
}

/** The CSV parser can return several numbers as one cell. An invalid part must not make the other numbers invalid. */
function split(cell: string): string[] {
  const parts = cell.split(/[\s,;|]+/).filter(Boolean)
  return parts.some(isNumber) || parts.every((part) => /\d/.test(part)) ? parts : [cell]
}

function fullestColumn(rows: string[][], width: number): number {
  const matches = Array.from({ length: width }, (_, index) => rows.filter((row) => isNumber(row[index] ?? '')).length)
  return matches.indexOf(Math.max(...matches))
}
