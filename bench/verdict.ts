import { loadavg } from 'node:os'
import type { Benchmark, Goal } from './benchmarks.ts'

/** A measured row. It has several figures if the same goal holds for each, for example at 1 and at 8 connections. */
export interface Row {
  name: string
  figures: readonly number[]
  load: number
}

export interface Verdict {
  name: string
  goal: Goal
  /** The run in the middle, or undefined if a run has no figure. */
  row: Row | undefined
  /** The part of the goal by which the row exceeds it, at most 0 if the goal is met. */
  missedBy: number
  /** True if every run misses the goal by more than a fifth, or a run has no figure. */
  failed: boolean
}

const tolerance = 0.2

export const measuredRow = (name: string, figures: readonly number[]): Row => ({ name, figures, load: loadavg()[0]! })

const worst = ({ figures }: Row) => Math.max(...figures)
const isMeasured = (row: Row | undefined): row is Row => row !== undefined && row.figures.length > 0 && row.figures.every(Number.isFinite)

/** Compares the rows of one or more runs with the goals. A run without a row counts as failed, for example after a crash. */
export function judge({ goals }: Benchmark, runs: readonly (readonly Row[])[]): Verdict[] {
  return Object.entries(goals).map(([name, goal]) => {
    const rows = runs.map((run) => run.find((row) => row.name === name)).filter(isMeasured)
    if (rows.length < runs.length || rows.length === 0)
      return { name, goal, row: undefined, missedBy: Number.POSITIVE_INFINITY, failed: true }
    const missedBy = (row: Row) => (worst(row) <= goal.max ? 0 : worst(row) / goal.max - 1)
    const sortedRows = rows.toSorted((one, other) => worst(one) - worst(other))
    const middle = sortedRows[Math.floor((rows.length - 1) / 2)]!
    return { name, goal, row: middle, missedBy: missedBy(middle), failed: missedBy(sortedRows[0]!) > tolerance }
  })
}

export const verdictHeads = ['row', 'goal', 'figure', 'verdict', 'load']

export function verdictCells({ name, goal, row, missedBy }: Verdict): string[] {
  const withUnit = (text: string) => (goal.unit ? `${text} ${goal.unit}` : text)
  const figure = row ? withUnit(row.figures.map((each) => Number(each.toPrecision(3))).join(' / ')) : 'none'
  return [name, withUnit(String(goal.max)), figure, describeMiss(row, missedBy), row?.load.toFixed(1) ?? '']
}

function describeMiss(row: Row | undefined, missedBy: number): string {
  if (!row) return '**no figure**'
  if (missedBy === 0) return 'met'
  return Number.isFinite(missedBy) ? `**missed by ${Math.ceil(missedBy * 100)}%**` : '**missed**'
}
