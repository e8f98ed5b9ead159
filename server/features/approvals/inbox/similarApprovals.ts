import { sql } from 'kysely'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { capitalize } from '../../../format.ts'
import { approvalSubjects } from './subjects.ts'

const comparableSubjects = Object.values(approvalSubjects)

/** Similar requests have the same key: the group, template, role or items. The query must have approvals as `a`. */
export const shape = sql<string>`case a.subject_kind ${sql.join(
  comparableSubjects.flatMap(({ kind, shape }) => (shape ? [sql`when ${kind} then ${shape}`] : [])),
  sql` `,
)} else a.id::text end`

export const sameAccountKinds = comparableSubjects.flatMap(({ kind, isSimilarInAccount }) => (isSimilarInAccount ? [kind] : []))

export interface SimilarApproval {
  id: string
  facts: Partial<PolicyFacts>
  conflicts: boolean
}

const riskBands = ['low', 'medium', 'high'] as const
const riskBandOf = (score: number) => riskBands[score < 25 ? 0 : score < 50 ? 1 : 2]!

/**
 * Finds the outliers among similar requests, with reasons. The most common value counts as normal. If two values are equally common, the
 * value of the first row counts, because the approver has that request open.
 */
export function findUnusual(rows: readonly SimilarApproval[]): Map<string, string[]> {
  const [opened] = rows
  const unusualReasons = new Map<string, string[]>()
  if (!opened) return unusualReasons
  const add = (id: string, reason: string) => unusualReasons.set(id, [...(unusualReasons.get(id) ?? []), reason])
  const commonValueOf = (readField: (row: SimilarApproval) => string) => {
    const counts = Map.groupBy(rows, readField)
    return [...counts].reduce(
      (candidate, [value, { length }]) => (length > counts.get(candidate)!.length ? value : candidate),
      readField(opened),
    )
  }
  for (const [readField, describe] of comparedFields) {
    const commonValue = commonValueOf(readField)
    for (const row of rows) if (readField(row) !== commonValue) add(row.id, describe(row, commonValue))
  }
  const budgets = rows.map(budgetOf)
  const hours = rows.map(hoursOf)
  for (const row of rows) {
    const times = budgetOf(row) / (medianOf(budgets) || Number.POSITIVE_INFINITY)
    if (times > 2) add(row.id, `The budget is ${Math.round(times)} times that of the others.`)
    const durationRatio = hoursOf(row) / (medianOf(hours) || Number.POSITIVE_INFINITY)
    if (durationRatio > 2) add(row.id, `The duration is ${Math.round(durationRatio)} times that of the others.`)
    if (row.conflicts) add(row.id, 'A separation-of-duties rule applies, so approving this request needs a comment.')
  }
  return unusualReasons
}

const budgetOf = ({ facts }: SimilarApproval) => facts.request?.budget ?? 0
const hoursOf = ({ facts }: SimilarApproval) => facts.request?.hours ?? 0
const scoreOf = ({ facts }: SimilarApproval) => facts.risk?.score ?? 0

function medianOf(numbers: number[]): number {
  const sortedNumbers = numbers.toSorted((a, b) => a - b)
  return sortedNumbers[Math.floor((sortedNumbers.length - 1) / 2)] ?? 0
}

const comparedFields: [read: (row: SimilarApproval) => string, describe: (row: SimilarApproval, commonValue: string) => string][] = [
  [
    ({ facts }) => facts.target?.environment ?? '',
    ({ facts }, commonValue) => `The environment is ${facts.target?.environment || 'not set'}; the others have ${commonValue || 'none'}.`,
  ],
  [
    ({ facts }) => facts.target?.dataClassification ?? '',
    ({ facts }, commonValue) =>
      `The data classification is ${facts.target?.dataClassification || 'not set'}; the others have ${commonValue || 'none'}.`,
  ],
  [
    (row) => riskBandOf(scoreOf(row)),
    (row, commonValue) => `${capitalize(riskBandOf(scoreOf(row)))} risk, ${Math.round(scoreOf(row))}; the others are ${commonValue}.`,
  ],
  [
    ({ facts }) => (facts.request?.items ?? []).toSorted().join(', '),
    ({ facts }, commonValue) =>
      `It includes ${facts.request?.items.join(', ') || 'no catalogue items'}; the others include ${commonValue || 'none'}.`,
  ],
  [
    ({ facts }) => (facts.request && facts.request.roles.length > 0 && facts.request.hours === 0 ? 'permanent' : 'temporary'),
    (_, commonValue) => (commonValue === 'temporary' ? 'Permanent; the others are temporary.' : 'Temporary; the others are permanent.'),
  ],
  [
    ({ facts }) => String(facts.request?.extends ?? false),
    ({ facts }) =>
      facts.request?.extends
        ? 'The requester has this access and requests an extension.'
        : 'The requester doesn’t have this access yet; the others request an extension.',
  ],
]
