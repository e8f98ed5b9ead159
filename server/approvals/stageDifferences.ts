import { isDeepStrictEqual } from 'node:util'
import type { PolicyStage, StageDifference } from '../db/tables.ts'
import { defaultHours } from './stages.ts'

export type StageTiming = Omit<PolicyStage, 'when'>

const parts: [StageDifference['part'], (stage: StageTiming) => unknown][] = [
  ['approvers', ({ rule }) => rule],
  ['votes', ({ minimum }) => minimum],
  ['alternates', ({ alternates, escalateAfterHours }) => (escalateAfterHours === undefined ? null : (alternates ?? null))],
  ['escalation', ({ alternates, escalateAfterHours }) => (alternates && escalateAfterHours) ?? null],
  ['deadline', ({ hoursToDecide }) => hoursToDecide ?? defaultHours.toDecide],
  ['reminder', ({ remindAfterHours }) => remindAfterHours ?? defaultHours.remindAfter],
]

/** Lists how each stage differs from the stage in the same position. Both lists have the same length. */
export function stageDifferences(before: readonly StageTiming[], after: readonly StageTiming[]): StageDifference[] {
  return after.flatMap((stage, index) =>
    parts.flatMap(([part, readValue]) => {
      const [was, is] = [readValue(before[index]!), readValue(stage)]
      if (isDeepStrictEqual(was, is)) return []
      const number = (value: unknown) => (typeof value === 'number' ? value : null)
      return [{ stage: stage.name, part, before: number(was), after: number(is) }]
    }),
  )
}
