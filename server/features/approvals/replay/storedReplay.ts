import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { ReplayOutcome, ReplaySide, ReplayWaits, StageDifference } from '../../../db/tables.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import type { ReplayChangeKind } from './compare.ts'
import { changeLabels, partLabels } from './labels.ts'

// During an upgrade, a replay can be stored by an older or newer process. Unknown parts are left out, and missing ones get a default.

const outcomes: Record<ReplayOutcome, true> = { stages: true, approved: true, rejected: true, noStage: true }
const Difference = Type.Object({
  stage: Type.String(),
  part: Type.Enum(Object.keys(partLabels) as StageDifference['part'][]),
  before: Type.Union([Type.Number(), Type.Null()]),
  after: Type.Union([Type.Number(), Type.Null()]),
})
const Wait = Type.Object({ medianHours: Type.Number(), p90Hours: Type.Number() })

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {})
const isInteger = (value: unknown): value is number => Number.isInteger(value)
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export function readSide(stored: unknown): ReplaySide {
  const { outcome, reason, when, stages, minimums, votes, differences, onlyReminders } = fieldsOf(stored)
  const names = listOf(stages).filter((name) => typeof name === 'string')
  return {
    outcome: typeof outcome === 'string' && isKeyOf(outcomes, outcome) ? outcome : names.length > 0 ? 'stages' : 'noStage',
    reason: textOf(reason),
    when: textOf(when),
    stages: names,
    ...(Array.isArray(minimums) && minimums.every(isInteger) && { minimums }),
    ...((votes === 'more' || votes === 'fewer') && { votes }),
    ...(Array.isArray(differences) && { differences: differences.filter((each) => Check(Difference, each)) }),
    ...(onlyReminders === true && { onlyReminders }),
  }
}

const changesByOutcome = { approved: 'approvedAutomatically', rejected: 'rejectedAutomatically', noStage: 'noStage' } as const

/** Returns the kind of the change or, if this version doesn't know it, the nearest kind. */
export function readChangeKind(stored: string, actual: ReplaySide, simulated: ReplaySide): ReplayChangeKind {
  if (isKeyOf(changeLabels, stored)) return stored
  if (simulated.outcome !== 'stages') return changesByOutcome[simulated.outcome]
  if (actual.outcome !== 'stages') return 'approvalAdded'
  const added = simulated.stages.length - actual.stages.length
  return added > 0 ? 'moreStages' : added < 0 ? 'fewerStages' : 'differentApprovers'
}

interface ReplayFlow {
  from: 'stages' | 'approved' | 'rejected'
  change: ReplayChangeKind | null
  count: number
}

/** @returns the known flows, and the number of changed results, which includes changes of unknown kinds */
export function readFlows(stored: unknown): { flows: ReplayFlow[]; changed: number } {
  const flows: ReplayFlow[] = []
  let changed = 0
  for (const [flow, count] of Object.entries(fieldsOf(stored))) {
    const [from, change = ''] = flow.split('>')
    if (!isInteger(count)) continue
    if (change !== 'same' && change !== 'differentReminders') changed += count
    if (from !== 'stages' && from !== 'approved' && from !== 'rejected') continue
    if (change === 'same') flows.push({ from, change: null, count })
    else if (isKeyOf(changeLabels, change)) flows.push({ from, change, count })
  }
  return { flows, changed }
}

export function readWaits(stored: unknown): ReplayWaits | null {
  const { requests, unknown, before, after } = fieldsOf(stored)
  if (!isInteger(requests)) return null
  return { requests, unknown: isInteger(unknown) ? unknown : 0, before: readWait(before), after: readWait(after) }
}

const readWait = (value: unknown): ReplayWaits['before'] => (Check(Wait, value) ? value : null)
