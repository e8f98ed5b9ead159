import { Hourglass, Snowflake, Timer } from 'lucide-react'
import { labelFor } from '../../../shared/labels.ts'
import { typeName } from '../../../shared/typeName.ts'
import { count } from '../../../shared/waits.ts'
import { formatMoney } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { SandboxSummary, SandboxTemplate } from './types.ts'

interface Face {
  tone: Tone
  word: string
  icon?: Icon
}

const faces: Record<SandboxSummary['status'], Face> = {
  queued: { tone: 'info', word: 'Queued', icon: Hourglass },
  provisioning: { tone: 'busy', word: 'Setting up' },
  failed: { tone: 'bad', word: 'Setup failed' },
  active: { tone: 'ok', word: 'Active' },
  expiring: { tone: 'warn', word: 'Ending soon', icon: Timer },
  frozen: { tone: 'info', word: 'Frozen', icon: Snowflake },
  deleting: { tone: 'warn', word: 'Deleting' },
  deleted: { tone: 'neutral', word: 'Deleted', icon: Ended },
  quarantined: { tone: 'bad', word: 'Removal failed' },
}

/** How a sandbox stands, in a word. */
export const sandboxFace = (status: string): Face => faces[status as SandboxSummary['status']] ?? { tone: 'neutral', word: status }

export const hostingLabels: Record<SandboxTemplate['hosting'], string> = {
  resourceGroup: 'Resource group',
  subscription: 'Dedicated subscription',
}

/** A sandbox needs attention from this percentage of its budget on. */
export const nearLimit = 80

/** Explains the status to its people; undefined while the sandbox is in normal use. */
export function sandboxSentence(sandbox: Pick<SandboxSummary, 'status' | 'queue' | 'budget' | 'lease'>): string | undefined {
  switch (sandbox.status) {
    case 'queued':
      return sandbox.queue ? `${ordinal(sandbox.queue.position)} in the queue` : 'Waiting for capacity'
    case 'provisioning':
      return 'Setting up; the lease starts when it’s ready'
    case 'failed':
      return 'Setup failed; administrators have been notified'
    case 'active':
    case 'expiring':
      return sandbox.budget.percent >= nearLimit ? `${sandbox.budget.percent}% of the budget used` : undefined
    case 'frozen':
      return sandbox.budget.limitReachedAt ? 'Frozen: budget used up, data kept' : 'Frozen: compute and access suspended, data kept'
    case 'deleting':
      return 'Deleting; can be undone until removal starts'
    case 'quarantined':
      return 'Removal failed; administrators have been notified'
    default:
      return 'Deleted'
  }
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** `3rd`. */
export const ordinal = (place: number): string => `${place}${endings[ordinals.select(place)]}`

const hoursInDay = 24
/** `36 hours`, `3 days`, `10 days and 12 hours`. */
export function describeSpan(hours: number): string {
  const days = Math.floor(hours / hoursInDay)
  const rest = hours % hoursInDay
  if (days === 0 || (days === 1 && rest > 0)) return count(hours, 'hour')
  return rest === 0 ? count(days, 'day') : `${count(days, 'day')} and ${count(rest, 'hour')}`
}

export const allTypesLabel = 'All Azure resource types'

export function describeAllowed(types: readonly string[]): string {
  if (types.length === 0) return allTypesLabel
  const names = [...new Set(types.map(typeName))]
  const shown = names.length > 4 ? 3 : names.length
  const list = names.slice(0, shown).map((name, place) => (place === 0 ? name : lower(name)))
  const rest = names.length - shown
  if (rest > 0) return `${list.join(', ')} and ${rest} more`
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
}

/** `UK South, North Europe and 2 more`. */
export function describeRegions(regions: readonly string[]): string {
  const shown = regions.length > 3 ? 2 : regions.length
  const named = regions.slice(0, shown).map((region) => labelFor('region', region))
  return named.join(', ') + (regions.length > shown ? ` and ${regions.length - shown} more` : '')
}

export function describeTimes({ maxHours, maxExtensions, extensionHours }: SandboxTemplate | Limits): string {
  const longest = `Up to ${describeSpan(maxHours)}`
  if (maxExtensions === 0) return longest
  return `${longest}, plus ${count(maxExtensions, 'extension')} of ${describeSpan(extensionHours)}`
}

type Limits = Pick<SandboxTemplate, 'maxHours' | 'maxExtensions' | 'extensionHours'>
type Rule = SandboxTemplate['approval']

export function describeApproval({ mode, budget, hours, cleanRecord }: Rule, currency: string): string {
  if (mode === 'required') return 'Manager approval'
  const record = cleanRecord ? ', if none of yours recently used up its budget' : ''
  if (mode === 'automatic') return `Approved automatically${record}`
  const bounds = [
    budget !== undefined && formatMoney({ amount: budget, currency }, { round: budget % 100 === 0 }),
    hours !== undefined && describeSpan(hours),
  ]
  return `Approved automatically up to ${bounds.filter(Boolean).join(' and ')}${record}`
}

export const capacityLabels = {
  none: 'No capacity yet; requests are queued',
  full: 'Full; yours would be first in the queue',
} as const

export function describeCapacity({ total, free, queued }: SandboxTemplate['capacity']): string {
  if (total === 0) return capacityLabels.none
  if (free > 0 && queued === 0) return `Capacity: ${free} of ${total} free`
  return queued > 0 ? `Full; ${count(queued, 'sandbox', 'sandboxes')} queued` : capacityLabels.full
}

/** Product names keep their capital letter within a sentence. */
const products = /^(App|Application|Cosmos|Event|Log|PostgreSQL|Recovery|Redis|Service|SQL)\b/
const lower = (text: string) => (products.test(text) ? text : text.charAt(0).toLocaleLowerCase() + text.slice(1))
