import { Hourglass, Snowflake, Timer } from 'lucide-react'
import { typeName } from '../../../shared/typeName.ts'
import { count } from '../../../shared/waits.ts'
import { wordFor } from '../../../shared/words.ts'
import { formatMoney } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { SandboxSummary, SandboxTemplate } from './types.ts'

interface Face {
  tone: Tone
  word: string
  icon?: Icon
}

const faces: Record<string, Face> = {
  queued: { tone: 'info', word: 'In the queue', icon: Hourglass },
  provisioning: { tone: 'busy', word: 'Being set up' },
  failed: { tone: 'bad', word: 'Setup is held up' },
  active: { tone: 'ok', word: 'Active' },
  expiring: { tone: 'warn', word: 'Ends soon', icon: Timer },
  frozen: { tone: 'info', word: 'Frozen', icon: Snowflake },
  deleting: { tone: 'warn', word: 'Being deleted' },
  deleted: { tone: 'neutral', word: 'Deleted', icon: Ended },
  quarantined: { tone: 'bad', word: 'Cleaning up failed' },
}

export const sandboxFace = (status: string): Face => faces[status] ?? { tone: 'neutral', word: status }

/** A sandbox needs attention from this percentage of its budget on. */
export const nearLimit = 80

/** Explains the status to its people; undefined while the sandbox is in normal use. */
export function sandboxSentence(sandbox: Pick<SandboxSummary, 'status' | 'queue' | 'budget' | 'lease'>): string | undefined {
  switch (sandbox.status) {
    case 'queued':
      return sandbox.queue ? `${ordinal(sandbox.queue.position)} in the queue` : 'Waits for a free place'
    case 'provisioning':
      return 'Being set up; its time begins when it is ready'
    case 'failed':
      return 'Setting it up is held up; administrators see it'
    case 'active':
    case 'expiring':
      return sandbox.budget.percent >= nearLimit ? `${sandbox.budget.percent}% of its budget is used` : undefined
    case 'frozen':
      return sandbox.budget.limitReachedAt
        ? 'Frozen: its budget is used up. Everything is kept'
        : 'Frozen: access and machines are off, everything is kept'
    case 'deleting':
      return 'Being deleted; it may still be taken back'
    case 'quarantined':
      return 'Removing it failed; administrators look after it'
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
export function spanWords(hours: number): string {
  const days = Math.floor(hours / hoursInDay)
  const rest = hours % hoursInDay
  if (days === 0 || (days === 1 && rest > 0)) return count(hours, 'hour')
  return rest === 0 ? count(days, 'day') : `${count(days, 'day')} and ${count(rest, 'hour')}`
}

export function allowedWords(types: readonly string[]): string {
  if (types.length === 0) return 'Anything Azure offers'
  const names = [...new Set(types.map(typeName))]
  const shown = names.length > 4 ? 3 : names.length
  const list = names.slice(0, shown).map((name, place) => (place === 0 ? name : lower(name)))
  const rest = names.length - shown
  if (rest > 0) return `${list.join(', ')} and ${rest} more`
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
}

/** `UK South, North Europe and 2 more`. */
export function regionWords(regions: readonly string[]): string {
  const shown = regions.length > 3 ? 2 : regions.length
  const named = regions.slice(0, shown).map((region) => wordFor('region', region))
  return named.join(', ') + (regions.length > shown ? ` and ${regions.length - shown} more` : '')
}

export function timeWords({ maxHours, maxExtensions, extensionHours }: SandboxTemplate | Limits): string {
  const longest = `Up to ${spanWords(maxHours)}`
  if (maxExtensions === 0) return longest
  return `${longest}, then ${maxExtensions === 1 ? '' : `${maxExtensions} times `}${spanWords(extensionHours)} more`
}

type Limits = Pick<SandboxTemplate, 'maxHours' | 'maxExtensions' | 'extensionHours'>
type Rule = SandboxTemplate['approval']

export function approvalWords({ mode, budget, hours, cleanRecord }: Rule, currency: string): string {
  if (mode === 'required') return 'Your manager decides'
  const record = cleanRecord ? ', if none of yours overran lately' : ''
  if (mode === 'automatic') return `Approved at once${record}`
  const bounds = [
    budget !== undefined && formatMoney({ amount: budget, currency }, { round: budget % 100 === 0 }),
    hours !== undefined && spanWords(hours),
  ]
  return `Approved at once up to ${bounds.filter(Boolean).join(' and ')}${record}`
}

export function roomWords({ total, free, queued }: SandboxTemplate['capacity']): string {
  if (total === 0) return 'No place yet; requests wait in the queue'
  if (free > 0 && queued === 0) return `${free} of ${count(total, 'place')} free`
  return queued > 0 ? `Full; ${count(queued, 'sandbox waits', 'sandboxes wait')}` : `Full; yours would be first in the queue`
}

/** Product names keep their capital letter within a sentence. */
const products = /^(App|Application|Cosmos|Event|Log|PostgreSQL|Recovery|Redis|Service|SQL)\b/
const lower = (text: string) => (products.test(text) ? text : text.charAt(0).toLocaleLowerCase() + text.slice(1))
