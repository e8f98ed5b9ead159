import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { AccountUpdateChange, Budget, UpdateKind } from '../../../db/tables.ts'
import { capitalize, formatMoney } from '../../../format.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { regionName } from '../accounts/regionNames.ts'
import type { InputSchema, InputValue } from '../catalogue/inputSchema.ts'
import type { DiffRow, ItemLine, ServicesState } from './schemas.ts'

type Row = Static<typeof DiffRow>

export function describeSettings(schema: InputSchema, values: Record<string, InputValue>): string {
  return Object.entries(schema.properties)
    .filter(([name]) => Object.hasOwn(values, name))
    .map(([name, property]) => `${property.title ?? name}: ${describeValue(values[name]!)}`)
    .join(', ')
}

function describeValue(value: InputValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.map(regionName).join(' and ') || 'none' : regionName(String(value))
}

export function describeChange(kind: UpdateKind, change: AccountUpdateChange): { title: string; diff: Row[] } {
  if (kind === 'catalogue') return describeServices(toServicesState(change.before), toServicesState(change.after))
  if (kind === 'details') return describeDetails(change)
  const removedItems = (change.before.goes ?? []) as { label: string; what: string }[]
  return {
    title: 'Decommission the account',
    diff: [
      { label: 'Account', before: 'In use', after: 'Decommissioned' },
      ...removedItems.map(({ label, what }) => ({ label, before: what, after: null })),
    ],
  }
}

export function toServicesState(state: Record<string, unknown>): ServicesState {
  return state as unknown as ServicesState
}

interface ServicesDelta {
  added: ItemLine[]
  changed: { before: ItemLine; after: ItemLine }[]
  removed: ItemLine[]
}

export function deltaOf(before: ServicesState, after: ServicesState): ServicesDelta {
  const previousItems = new Map(before.items.map((item) => [item.id, item]))
  const currentIds = new Set(after.items.map((item) => item.id))
  return {
    added: after.items.filter((item) => !previousItems.has(item.id)),
    changed: after.items.flatMap((item) => {
      const earlierItem = previousItems.get(item.id)
      return earlierItem && !isDeepStrictEqual(earlierItem.inputs, item.inputs) ? [{ before: earlierItem, after: item }] : []
    }),
    removed: before.items.filter((item) => !currentIds.has(item.id)),
  }
}

function describeServices(before: ServicesState, after: ServicesState): { title: string; diff: Row[] } {
  const { added, changed, removed } = deltaOf(before, after)
  const { currency } = after.monthly
  const describeLine = ({ settings, monthly }: ItemLine) =>
    [settings || 'Standard setup', `${formatMoney({ amount: monthly, currency })} a month`].join('; ')
  const names = (items: ItemLine[]) => items.map((item) => item.name).join(', ')
  const changeTexts = [
    ...(added.length > 0 ? [`add ${names(added)}`] : []),
    ...(changed.length > 0 ? [`change ${names(changed.map((each) => each.after))}`] : []),
    ...(removed.length > 0 ? [`remove ${names(removed)}`] : []),
  ]
  return {
    title: capitalize(changeTexts.join('; ')),
    diff: [
      ...added.map((item) => ({ label: item.name, before: null, after: describeLine(item) })),
      ...changed.map((each) => ({ label: each.after.name, before: describeLine(each.before), after: describeLine(each.after) })),
      ...removed.map((item) => ({ label: item.name, before: describeLine(item), after: null })),
    ],
  }
}

const fieldLabels = {
  costCentre: 'Cost centre',
  criticality: 'Criticality',
  dataClassification: 'Data classification',
} as const satisfies Record<string, string>

const fieldLabel = (field: string) => (isKeyOf(fieldLabels, field) ? fieldLabels[field] : field)

function describeDetails({ before, after }: AccountUpdateChange): { title: string; diff: Row[] } {
  const diff = Object.keys(after).flatMap((field): Row[] => {
    if (field === 'budget') return budgetRows(before[field] as Budget, after[field] as Budget)
    if (field === 'tags') return tagRows(before[field] as Record<string, string>, after[field] as Record<string, string>)
    if (field === 'owners') return [{ label: 'Owners', before: namesOf(before[field]), after: namesOf(after[field]) }]
    return [{ label: fieldLabel(field), before: String(before[field] ?? ''), after: String(after[field] ?? '') }]
  })
  const changedFields = Object.keys(after).map((field) => fieldLabel(field).toLowerCase())
  return { title: capitalize(`change ${changedFields.join(', ')}`), diff }
}

const namesOf = (people: unknown) => (people as { displayName: string }[]).map((each) => each.displayName).join(', ')

function budgetRows(before: Budget, after: Budget): Row[] {
  const rows: Row[] = [
    { label: 'Monthly budget', before: formatMoney(before), after: formatMoney(after) },
    { label: 'Budget contacts', before: before.contacts.join(', '), after: after.contacts.join(', ') },
    { label: 'Budget alerts', before: describeAlerts(before), after: describeAlerts(after) },
  ]
  return rows.filter((row) => row.before !== row.after)
}

const describeAlerts = ({ thresholds }: Budget) => thresholds.map(({ percent, basis }) => `${percent}% ${basis}`).join(', ')

function tagRows(before: Record<string, string>, after: Record<string, string>): Row[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ label: `Tag ${name}`, before: before[name] ?? null, after: after[name] ?? null }))
}
