import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { benchmarkNames } from './benchmarks.ts'
import { collectRows } from './collectRows.ts'
import { judge, type Row } from './verdict.ts'

const benchmark = { goals: { lists: { max: 10, unit: 'ms' } } } as const
const run = (...figures: number[]): Row[] => [{ name: 'lists', figures, load: 1 }]
const verdictOf = (...runs: Row[][]) => judge(benchmark, runs)[0]!

describe('judge', () => {
  it.each([
    ['meets its goal exactly', [run(10)], { missedBy: 0, failed: false }],
    ['misses its goal by a fifth', [run(12)], { missedBy: 0.2, failed: false }],
    ['misses its goal by more than a fifth', [run(12.1)], { missedBy: 0.21, failed: true }],
    ['misses its goal with one of its figures', [run(5, 15)], { missedBy: 0.5, failed: true }],
    ['misses its goal by more than a fifth in two of three runs', [run(15), run(11), run(16)], { missedBy: 0.5, failed: false }],
    ['misses its goal by more than a fifth in each of three runs', [run(14), run(13), run(16)], { missedBy: 0.4, failed: true }],
    ['meets its goal in the repetition', [run(20), run(9)], { missedBy: 0, failed: false }],
  ])('judges a row that %s', (_when, runs, { missedBy, failed }) => {
    const verdict = verdictOf(...runs)
    expect(verdict.missedBy).toBeCloseTo(missedBy)
    expect(verdict.failed).toBe(failed)
  })

  it('takes the figure of the run in the middle', () => {
    expect(verdictOf(run(9, 3), run(1, 2), run(4, 5)).row?.figures).toEqual([4, 5])
  })

  it.each([
    ['there is no run', []],
    ['the run has no rows', [[]]],
    ['only another row was measured', [[{ ...run(1)[0]!, name: 'audit' }]]],
    ['the row has no figure', [run()]],
    ['a figure is not a number', [run(1, Number.NaN)]],
    ['one of three runs has no row', [run(1), [], run(1)]],
  ])('fails a row when %s', (_when, runs) => {
    expect(verdictOf(...runs)).toMatchObject({ row: undefined, failed: true })
  })

  it('fails a count above zero', () => {
    const goals = { jobs: { max: 0, unit: '' } } as const
    const failed = (count: number) => judge({ goals }, [[{ name: 'jobs', figures: [count], load: 1 }]])[0]!.failed
    expect([failed(0), failed(1)]).toEqual([false, true])
  })
})

describe('collectRows', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-rows-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  const report = `import { startReport } from ${JSON.stringify(new URL('report.ts', import.meta.url).href)}
    const report = startReport('accessExpiry')
    report('all assignments of a minute ended', Number(process.argv[2]))
  `
  it.each([
    ['of a benchmark that completes', report, [[{ name: 'all assignments of a minute ended', figures: [7], load: expect.any(Number) }]]],
    ['of one that crashes', `${report} throw new Error('crashed')`, [[]]],
    ['of one that exits early', `${report} process.exit(0)`, [[]]],
    ['of one that reports nothing', '', [[]]],
  ])('returns the rows %s', async (_when, text, [expected]) => {
    const file = path.join(dir, `${crypto.randomUUID()}.mjs`)
    writeFileSync(file, text)
    expect(await collectRows(pathToFileURL(file), ['7'])).toEqual(expected)
  })
})

it('has a program for each benchmark', () => {
  expect(benchmarkNames.filter((name) => !existsSync(new URL(`${name}.ts`, import.meta.url)))).toEqual([])
})
