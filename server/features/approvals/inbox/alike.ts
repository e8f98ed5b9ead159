import { sql } from 'kysely'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { approvalSubjects } from './subjects.ts'

const alike = Object.values(approvalSubjects)

/** Similar requests share this key: the group, template, role or items. Expects approvals as `a`. */
export const shape = sql<string>`case a.subject_kind ${sql.join(
  alike.flatMap(({ kind, shape }) => (shape ? [sql`when ${kind} then ${shape}`] : [])),
  sql` `,
)} else a.id::text end`

/** Requests of these kinds are similar only within one account, so few are compared. */
export const ofOneAccount = alike.flatMap(({ kind, alikeInAccount }) => (alikeInAccount ? [kind] : []))

export interface ComparedApproval {
  id: string
  facts: Partial<PolicyFacts>
  /** A separation-of-duties rule forbids the combination with an existing access. */
  conflicts: boolean
}

const bands = ['low', 'medium', 'high'] as const
const bandOf = (score: number) => bands[score < 25 ? 0 : score < 50 ? 1 : 2]!

/**
 * Finds the outliers among similar requests, with reasons. The most common value is the norm; in a tie it is the first row's, because the
 * approver has that request open.
 */
export function unusualOnes(rows: readonly ComparedApproval[]): Map<string, string[]> {
  const [opened] = rows
  const odd = new Map<string, string[]>()
  if (!opened) return odd
  const add = (id: string, why: string) => odd.set(id, [...(odd.get(id) ?? []), why])
  const usual = (read: (row: ComparedApproval) => string) => {
    const counts = Map.groupBy(rows, read)
    return [...counts].reduce((best, [value, { length }]) => (length > counts.get(best)!.length ? value : best), read(opened))
  }
  for (const [read, describe] of compared) {
    const max = usual(read)
    for (const row of rows) if (read(row) !== max) add(row.id, describe(row, max))
  }
  const budgets = rows.map(budgetOf)
  const hours = rows.map(hoursOf)
  for (const row of rows) {
    const times = budgetOf(row) / (median(budgets) || Number.POSITIVE_INFINITY)
    if (times > 2) add(row.id, `The budget is ${Math.round(times)} times that of the others.`)
    const longer = hoursOf(row) / (median(hours) || Number.POSITIVE_INFINITY)
    if (longer > 2) add(row.id, `The duration is ${Math.round(longer)} times that of the others.`)
    if (row.conflicts) add(row.id, 'A separation-of-duties rule applies, so approving it needs a comment.')
  }
  return odd
}

const budgetOf = ({ facts }: ComparedApproval) => facts.request?.budget ?? 0
const hoursOf = ({ facts }: ComparedApproval) => facts.request?.hours ?? 0
const scoreOf = ({ facts }: ComparedApproval) => facts.risk?.score ?? 0

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

const begin = (text: string) => text.charAt(0).toLocaleUpperCase('en-GB') + text.slice(1)

const compared: [read: (row: ComparedApproval) => string, words: (row: ComparedApproval, usual: string) => string][] = [
  [
    ({ facts }) => facts.target?.environment ?? '',
    ({ facts }, usual) => `The environment is ${facts.target?.environment || 'no environment'}; the others have ${usual || 'in none'}.`,
  ],
  [
    ({ facts }) => facts.target?.dataClassification ?? '',
    ({ facts }, usual) => `The data is ${facts.target?.dataClassification || 'no'}; the others have ${usual || 'none'}.`,
  ],
  [
    (row) => bandOf(scoreOf(row)),
    (row, usual) => `${begin(bandOf(scoreOf(row)))} risk, ${Math.round(scoreOf(row))}; the others are ${usual}.`,
  ],
  [
    ({ facts }) => (facts.request?.items ?? []).toSorted().join(', '),
    ({ facts }, usual) =>
      `It includes ${facts.request?.items.join(', ') || 'no catalogue items'}; the others include ${usual || 'none of it'}.`,
  ],
  [
    ({ facts }) => (facts.request && facts.request.roles.length > 0 && facts.request.hours === 0 ? 'for good' : 'for a time'),
    (_, usual) => (usual === 'for a time' ? 'Permanent; the others are temporary.' : 'Temporary; the others are permanent.'),
  ],
  [
    ({ facts }) => String(facts.request?.extends ?? false),
    ({ facts }) =>
      facts.request?.extends
        ? 'The requester has this access and requests an extension.'
        : 'The requester doesn’t have this access yet; the others request an extension.',
  ],
]
