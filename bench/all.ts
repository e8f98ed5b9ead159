import { parseArgs } from 'node:util'
import { type Benchmark, benchmarkNames, benchmarks } from './benchmarks.ts'
import { collectRows } from './collectRows.ts'
import { printTable } from './report.ts'
import { judge, type Row, verdictCells, verdictHeads } from './verdict.ts'

/**
 * Runs the benchmarks that have goals one after another, and prints one table. Exits with 1 if a row misses its goal by more than a fifth in
 * three runs, or has no figure. A short run uses less data, and repeats a benchmark only while a row fails. Usage: `node bench/all.ts
 * [--short] [--only name]`, where `--only` can be repeated.
 */
const maxRuns = 3

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } } })
const unknownName = values.only?.find((name) => !(name in benchmarks))
if (unknownName) throw new Error(`${unknownName} is not one of ${benchmarkNames.join(', ')}`)

const cells: string[][] = []
const failedRows: string[] = []
for (const name of benchmarkNames) {
  const benchmark: Benchmark = benchmarks[name]
  if (values.only ? !values.only.includes(name) : values.short && !benchmark.short) continue
  const runs: Row[][] = []
  const verdicts = () => judge(benchmark, runs)
  do runs.push(await collectRows(new URL(`${name}.ts`, import.meta.url), values.short ? benchmark.short : []))
  while (runs.length < maxRuns && runs.at(-1)!.length > 0 && (!values.short || verdicts().some(({ failed }) => failed)))
  cells.push(...verdicts().map((verdict) => [name, ...verdictCells(verdict)]))
  failedRows.push(...verdicts().flatMap(({ name: row, failed }) => (failed ? `${name}: ${row}` : [])))
}
printTable(['benchmark', ...verdictHeads], cells)
if (failedRows.length > 0) {
  process.stdout.write(`Failed: ${failedRows.join('; ')}.\n`)
  process.exitCode = 1
}
