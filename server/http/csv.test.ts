import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

describe('csvCell', () => {
  it.each(['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx', '\rx', ' =1', '＝1+1', '－1', '="a,b"'])('escapes %j', (text) => {
    expect(parse(csvLine([text]))).toEqual([[`'${text}`]])
  })

  it.each(['-12', '-12.50', '0', 'a-b', 'a=b', ''])('leaves %j unchanged', (text) => {
    expect(csvCell(text)).toBe(text)
  })

  it('preserves any content, and doesn’t start a cell like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (cells) => {
        const [row] = parse(csvLine(cells))
        const writtenContent = cells.map((cell) => cell.replaceAll('\0', ''))
        expect(row?.map((cell, index) => (cell === `'${writtenContent[index]}` ? cell.slice(1) : cell))).toEqual(writtenContent)
        for (const cell of row ?? []) expect(/^[=+@\t\r]/.test(cell)).toBe(false)
      }),
    )
  })
})
