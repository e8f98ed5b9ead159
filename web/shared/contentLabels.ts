import { formatDateTime, formatMoney } from '../ui/format.ts'
import { actionOf } from './activityLabels.ts'
import { spanText } from './formLabels.ts'
import { isKeyOf } from './isKeyOf.ts'
import { labelFor } from './labels.ts'
import { voteVerbs } from './voteVerbs.ts'
import { count } from './waits.ts'

/** The labels of values, by the name of their field. */
const labelsByField = {
  environment: (value) => labelFor('environment', value),
  workload: (value) => labelFor('workload', value),
  connectivity: (value) => labelFor('connectivity', value),
  dataClassification: (value) => labelFor('dataClassification', value),
  criticality: (value) => labelFor('criticality', value),
  region: (value) => labelFor('region', value),
  kind: (value) => (labelFor('kind', value) === value ? spaced(value) : labelFor('kind', value)),
  basis: (value) => labelFor('basis', value),
  // Several kinds of records have the same statuses, so their codes are split into words.
  status: spaced,
  outcome: spaced,
  phase: (value) => (value === 'grace' ? 'grace period' : spaced(value)),
  freezeCause: spaced,
  deleteCause: spaced,
  mode: spaced,
  stepUp: spaced,
  decision: (value) => voteVerbs[value] ?? value,
  operation: actionOf,
} satisfies Record<string, (value: string) => string>
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/** Fields whose numbers are minor units. Some events hold the currency in another field. */
const moneyField = /^(amount|budget|budgetLimit|(default|max|monthly)Budget)$/
const durationField = /^(?:(.*[a-z]))?(hour|minute|day)s$/i

export const isMoneyField = (field: string, value: unknown): value is number => typeof value === 'number' && moneyField.test(field)

/**
 * Describes a recorded value as screens do: `changes_requested` as “Changes requested”, `true` as “Yes”, 48 `hours` as “2 days”. Other texts
 * stay as they are.
 */
export function describeContent(field: string, value: unknown, currency: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isMoneyField(field, value)) return formatMoney({ amount: value, currency })
  const unit = durationField.exec(field)?.[2]?.toLowerCase()
  if (unit && typeof value === 'number') return unit === 'hour' ? spanText(value) : count(value, unit)
  const text = String(value)
  if (time.test(text)) return formatDateTime(text)
  return isKeyOf(labelsByField, field) ? capitalize(labelsByField[field](text)) : text
}

export function isMoney(value: object): value is { amount: number; currency: string } {
  const { amount, currency, ...rest } = value as { amount?: unknown; currency?: unknown }
  return typeof amount === 'number' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && Object.keys(rest).length === 0
}

/** Splits the name of a field: `costCentre` is “cost centre”, `accountIds` is “account IDs”. */
export function spaced(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLocaleLowerCase('en')
    .replace(/\b(ids?|url)\b/g, (word) => word.toUpperCase().replace(/S$/, 's'))
}

/** Names a field. A duration is shown with its unit, so `maxHours` is “max duration” and `cooldownHours` is “cooldown”. */
export function fieldLabel(field: string): string {
  const [isDuration, quantity = ''] = durationField.exec(field) ?? []
  if (!isDuration) return spaced(field)
  return /^(default|max|min)?$/.test(quantity) ? `${quantity} duration`.trim() : spaced(quantity)
}

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
