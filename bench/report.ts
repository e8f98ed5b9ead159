import { type BenchmarkName, benchmarks, type RowName } from './benchmarks.ts'
import { judge, measuredRow, type Row, verdictCells, verdictHeads } from './verdict.ts'

export type Report<N extends BenchmarkName> = (name: RowName<N>, ...figures: number[]) => void

/**
 * Returns a function that adds a row. When the program has completed, it prints its rows with goals and verdicts, and exits with 1 if a row
 * fails. If `all.ts` started the program, it gets the rows, and judges the rows of all runs. After a crash there are no rows.
 */
export function startReport<N extends BenchmarkName>(benchmark: N): Report<N> {
  const rows: Row[] = []
  process.once('beforeExit', () => {
    const verdicts = judge(benchmarks[benchmark], [rows])
    printTable(verdictHeads, verdicts.map(verdictCells))
    if (process.send) process.send(rows)
    else if (verdicts.some(({ failed }) => failed)) process.exitCode = 1
  })
  return (name, ...figures) => rows.push(measuredRow(name, figures))
}

export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, column) => Math.max(3, ...[head, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)))
  const line = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |\n`
  process.stdout.write([line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), '\n'].join(''))
}
