import type { Evidence } from '../../../approvals/evidence.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Money } from '../../../db/tables.ts'
import { formatHours, formatMoney } from '../../../format.ts'
import { recordPeriodDays } from './approvalRule.ts'

export const highestBudget = 'The request has the highest budget of the template.'

export const overspendTexts = {
  freezes: 'At the current rate, the budget freezes the sandbox before the new end.',
  exceeds: 'At the current rate, the spend exceeds the budget before the new end.',
} as const

type Flag = Evidence['flags'][number]

export interface FlagFacts {
  kind: 'new' | 'extension'
  requesterId: string
  owners: { id: string; displayName: string; active: boolean }[]
  overruns: number
  live: number
  offered: boolean
  hours: number
  budget: Money
  maxBudget: number
  typical: number | null
  medianBudget: number | null
  full: boolean
  /** Effect of an extended sandbox’s expected spend before the new end. */
  overspend?: keyof typeof overspendTexts | undefined
  impossible: Verdict
}

export function budgetWarningsOf({ typical, budget, hours }: Pick<FlagFacts, 'typical' | 'budget' | 'hours'>): string[] {
  if (typical === null || typical <= budget.amount) return []
  const cost = formatMoney({ amount: typical, currency: budget.currency })
  return [`Typical use for ${formatHours(hours)} costs ${cost}, more than the budget of ${formatMoney(budget)}.`]
}

export function flagsFor(facts: FlagFacts): Flag[] {
  const { budget, owners } = facts
  const isNew = facts.kind === 'new'
  const flags: Flag[] = []
  const add = (applies: boolean, tone: Flag['tone'], text: string) => applies && flags.push({ tone, text })
  const departedOwners = owners.filter((owner) => !owner.active).map((owner) => owner.displayName)
  if (facts.impossible !== true)
    flags.push({
      ...(!isNew && { key: 'spend' as const }),
      tone: 'bad',
      text: `You can only reject this request: ${String(facts.impossible)}`,
    })
  add(
    departedOwners.length > 0,
    'bad',
    `${departedOwners.join(', ')} would own the sandbox but ${departedOwners.length === 1 ? 'is' : 'are'} disabled in the directory.`,
  )
  add(
    facts.overruns > 0,
    'warn',
    `${facts.overruns === 1 ? 'A sandbox' : `${facts.overruns} sandboxes`} of the requester used up ${facts.overruns === 1 ? 'its' : 'their'} budget in the last ${recordPeriodDays} days.`,
  )
  for (const text of isNew ? budgetWarningsOf(facts) : []) add(true, 'warn', text)
  const times = facts.medianBudget === null ? 0 : budget.amount / facts.medianBudget
  if (isNew && times > 3)
    flags.push({ key: 'otherBudgets', tone: 'warn', text: `The budget is ${Math.round(times)} times the median budget for this template.` })
  if (facts.overspend) flags.push({ key: 'spend', tone: 'warn', text: overspendTexts[facts.overspend] })
  add(!facts.offered, 'warn', 'The template is no longer available.')
  add(isNew && facts.full, 'info', 'There is no capacity at the moment. After approval, the sandbox waits in the queue.')
  add(isNew && budget.amount === facts.maxBudget, 'info', highestBudget)
  add(facts.live > 0, 'info', `The requester currently has ${facts.live === 1 ? 'another sandbox' : `${facts.live} other sandboxes`}.`)
  add(!owners.some((owner) => owner.id === facts.requesterId), 'info', 'The requester is not among the owners.')
  return flags
}
