import { Hourglass, Snowflake, Timer } from 'lucide-react'
import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import { labelFor } from '../../../shared/labels.ts'
import { typeName } from '../../../shared/typeName.ts'
import { count } from '../../../shared/waits.ts'
import { formatMoney, formatRemaining } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { EndedIcon, type Tone } from '../../../ui/Status.tsx'
import type { SandboxSummary, SandboxTemplate } from './types.ts'

interface StatusDisplay {
  tone: Tone
  label: string
  icon?: Icon
}

const displays: Record<SandboxSummary['status'], Omit<StatusDisplay, 'label'>> = {
  queued: { tone: 'info', icon: Hourglass },
  provisioning: { tone: 'busy' },
  failed: { tone: 'bad' },
  active: { tone: 'ok' },
  expiring: { tone: 'warn', icon: Timer },
  frozen: { tone: 'info', icon: Snowflake },
  deleting: { tone: 'warn' },
  deleted: { tone: 'neutral', icon: EndedIcon },
  quarantined: { tone: 'bad' },
}

export function sandboxDisplay(status: string): StatusDisplay {
  const known = status as SandboxSummary['status']
  return { ...(displays[known] ?? { tone: 'neutral' }), label: sandboxStatusLabels[known] ?? status }
}

export const hostingLabels: Record<SandboxTemplate['hosting'], string> = {
  resourceGroup: 'Resource group',
  subscription: 'Dedicated subscription',
}

/** In percent of the budget. From here on, a sandbox needs attention. */
export const nearLimit = 80
export const budgetUsed = (percent: number): string => `${percent}% of the budget used`

/** Explains the status, which is shown beside it. The text has no period at its end. */
export function sandboxSentence(sandbox: Pick<SandboxSummary, 'status' | 'queue' | 'budget' | 'lease'>): string | undefined {
  switch (sandbox.status) {
    case 'queued':
      return sandbox.queue ? queuePosition(sandbox.queue.position) : 'No capacity yet'
    case 'provisioning':
      return 'The lease starts when the sandbox is ready'
    case 'failed':
      return 'Administrators have been notified'
    case 'active':
    case 'expiring':
      return sandbox.budget.percent >= nearLimit ? budgetUsed(sandbox.budget.percent) : undefined
    case 'frozen':
      return sandbox.budget.limitReachedAt ? 'Budget used up. Data is kept' : 'Compute and access suspended. Data is kept'
    case 'deleting':
      return 'You can undo this until removal starts'
    case 'quarantined':
      return 'Administrators have been notified'
    default:
      return undefined
  }
}

type SpendForecast = Pick<SandboxSummary['budget'], 'freezesAt' | 'reachesLimitAt'>

export function describeForecast({ freezesAt, reachesLimitAt }: SpendForecast, now: number): string | undefined {
  const remaining = Date.parse(freezesAt ?? reachesLimitAt ?? '') - now
  return remaining > 0 ? `${freezesAt ? 'Budget freezes the sandbox' : 'Limit reached'} in ${formatRemaining(remaining)}` : undefined
}

/** Returns a text if the forecast time of an active sandbox has passed, because Slipway hasn’t read the spend again. */
export function describePassedForecast(
  status: SandboxSummary['status'],
  { freezesAt, reachesLimitAt }: SpendForecast,
  now: number,
): string | undefined {
  const at = freezesAt ?? reachesLimitAt
  if (!at || Date.parse(at) > now || (status !== 'active' && status !== 'expiring')) return undefined
  return `${freezesAt ? 'The budget freezes the sandbox' : 'The limit is reached'} soon.`
}

const ordinalSuffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

export const ordinal = (index: number): string => `${index}${ordinalSuffixes[ordinals.select(index)]}`
export const queuePosition = (position: number): string => `${ordinal(position)} in the queue`

const hoursInDay = 24
/** Formats hours, such as `36 hours`, `3 days` or `10 days and 12 hours`. */
export function describeSpan(hours: number): string {
  const days = Math.floor(hours / hoursInDay)
  const remainingHours = hours % hoursInDay
  if (days === 0 || (days === 1 && remainingHours > 0)) return count(hours, 'hour')
  return remainingHours === 0 ? count(days, 'day') : `${count(days, 'day')} and ${count(remainingHours, 'hour')}`
}

export const allTypesLabel = 'All Azure resource types'

export function describeAllowed(types: readonly string[]): string {
  if (types.length === 0) return allTypesLabel
  const names = [...new Set(types.map(typeName))]
  const visibleCount = names.length > 4 ? 3 : names.length
  const list = names.slice(0, visibleCount).map((name, index) => (index === 0 ? name : lowercaseFirst(name)))
  const remainingCount = names.length - visibleCount
  if (remainingCount > 0) return `${list.join(', ')} and ${remainingCount} more`
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
}

export function describeRegions(regions: readonly string[]): string {
  const visibleCount = regions.length > 3 ? 2 : regions.length
  const listedNames = regions.slice(0, visibleCount).map((region) => labelFor('region', region))
  return listedNames.join(', ') + (regions.length > visibleCount ? ` and ${regions.length - visibleCount} more` : '')
}

export function describeTimes({ maxHours, maxExtensions, extensionHours }: SandboxTemplate | Limits): string {
  const durationText = `Up to ${describeSpan(maxHours)}`
  if (maxExtensions === 0) return durationText
  return `${durationText}, plus ${count(maxExtensions, 'extension')} of ${describeSpan(extensionHours)}`
}

export function describeMaxBudget({ maxBudget, currency }: Pick<SandboxTemplate, 'maxBudget' | 'currency'>): string {
  return `Up to ${formatMoney({ amount: maxBudget, currency }, { strip: true })}`
}

type Limits = Pick<SandboxTemplate, 'maxHours' | 'maxExtensions' | 'extensionHours'>
type Rule = SandboxTemplate['approval']

export const approvalLabels = {
  required: 'Manager approval',
  automatic: 'Approved automatically',
  cleanRecord: ' if your recent sandboxes stayed within budget',
} as const

export function describeApproval({ mode, budget, hours, cleanRecord }: Rule, currency: string): string {
  if (mode === 'required') return approvalLabels.required
  const record = cleanRecord ? approvalLabels.cleanRecord : ''
  if (mode === 'automatic') return `${approvalLabels.automatic}${record}`
  const bounds = [
    budget !== undefined && formatMoney({ amount: budget, currency }, { strip: true }),
    hours !== undefined && describeSpan(hours),
  ]
  return `${approvalLabels.automatic} up to ${bounds.filter(Boolean).join(' and ')}${record}`
}

export const capacityLabels = {
  none: 'No capacity yet. Requests are queued.',
  queued: (position: number) => `No capacity right now: your sandbox would be ${ordinal(position)} in the queue.`,
  full: 'Full. Your sandbox would be first in the queue.',
} as const

export function describeCapacity({ total, free, queued }: SandboxTemplate['capacity']): string {
  if (total === 0) return capacityLabels.none
  if (free > 0 && queued === 0) return `Capacity: ${free} of ${total} free`
  return queued > 0 ? `Full. ${count(queued, 'sandbox', 'sandboxes')} queued.` : capacityLabels.full
}

/** Product names keep their capital letters within a sentence. */
const products = /^(App|Application|Cosmos|Databricks|Event|Log|Machine Learning|PostgreSQL|Recovery|Redis|Service|SQL)\b/
const lowercaseFirst = (text: string) => (products.test(text) ? text : text.charAt(0).toLocaleLowerCase() + text.slice(1))

export const meterLabels = { time: 'Time used', spend: 'Spent' } as const
