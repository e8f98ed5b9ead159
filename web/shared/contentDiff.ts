import { formatMoney } from '../ui/format.ts'
import { capitalize, describeContent, fieldLabel, isMoney, isMoneyField } from './contentLabels.ts'
import { isKeyOf } from './isKeyOf.ts'

export interface ContentRow {
  key: string
  /** The location of the value, for display: `Owners, Daniel Okoro, role`. */
  label: string
  field: string
  before: string | null
  after: string | null
}

interface Value {
  label: string
  field: string
  text: string
  /** The recorded value, if the text is the name of an ID. */
  recorded?: string | undefined
  entries?: readonly Entry[]
}

interface Entry {
  /** Unique in its list. */
  key: string
  name: string
  hasId: boolean
}

type Names = Readonly<Record<string, string>>

/** Facts about an event that its values don't have. */
interface EventFacts {
  /** The setting whose value is the whole content. */
  setting?: string | null
  /** Names by ID. */
  names?: Names
}

const maxRows = 200
/** A record always has these values, so an event whose new values lack one of them didn’t change it. */
const progressFields = new Set(['phase', 'stage', 'status'])
/** Screens use this currency where none is recorded. */
const defaultCurrency = 'GBP'

/**
 * Lists the fields in which two values differ, each value as text. A field that is missing or empty on one side has no text there. A list of records
 * is shown by their names, and its records are compared by identity. The order of records with IDs doesn't matter.
 */
export function contentDiff(before: unknown, after: unknown, { setting, names = {} }: EventFacts = {}): ContentRow[] {
  const currency = currencyOf(after) ?? currencyOf(before) ?? defaultCurrency
  const root: FieldPath = { key: '', labels: [setting ? 'value' : 'content'], field: setting ?? '', currency, names }
  const [left, right] = [flatten(before, root), flatten(after, root)]
  const rows = [...new Set([...left.keys(), ...right.keys()])].flatMap((key): ContentRow[] => {
    const [was, is] = [left.get(key), right.get(key)]
    if (was && is && isSame(was, is)) return []
    const { label, field } = (is ?? was)!
    if (!is && right.size > 0 && progressFields.has(field)) return []
    // Different records can have the same names, so the row has their identities too.
    const hasSameText = was?.text === is?.text
    const identities = (value: Value | undefined) => value?.entries?.map(withKey).join(', ') ?? value?.recorded
    const shown = (value: Value | undefined) => (hasSameText ? identities(value) : value?.text) ?? null
    return [{ key, label, field, before: shown(was), after: shown(is) }]
  })
  return rows.slice(0, maxRows)
}

function isSame(was: Value, is: Value): boolean {
  if (!was.entries || !is.entries) return (was.recorded ?? was.text) === (is.recorded ?? is.text)
  const hasOrder = ![...was.entries, ...is.entries].every(({ hasId }) => hasId)
  const textOfAll = (entries: readonly Entry[]) => (hasOrder ? entries.map(withKey) : entries.map(withKey).sort()).join('\n')
  return textOfAll(was.entries) === textOfAll(is.entries)
}

const withKey = ({ key, name }: Entry) => `${name} (${key})`

interface FieldPath {
  key: string
  labels: readonly string[]
  field: string
  currency: string
  names: Names
}

function flatten(value: unknown, place: FieldPath, values = new Map<string, Value>(), isEntry = false): Map<string, Value> {
  const { names } = place
  if (value === null || value === undefined || value === '') return values
  if (typeof value !== 'object') return values.set(place.key, describeAll(place, [value]))
  if (isMoney(value)) return values.set(place.key, valueAt(place, formatMoney(value)))
  const currency = currencyOf(value) ?? place.currency
  const fieldPathOf = (key: string, label: string, field = key): FieldPath => ({
    key: `${place.key}.${key}`,
    labels: place.key === '' ? [label] : [...place.labels, label],
    field,
    currency,
    names,
  })
  if (Array.isArray(value)) {
    if (value.every((entry) => typeof entry !== 'object' || entry === null))
      return value.length === 0 ? values : values.set(place.key, describeAll(place, value))
    const entries = entriesOf(value, names)
    if (value.every((entry) => nameOf(entry, names) !== undefined))
      values.set(place.key, { ...valueAt(place, entries.map(({ name }) => name).join(', ')), entries })
    for (const [index, { key, name }] of entries.entries()) flatten(value[index], fieldPathOf(key, name, place.field), values, true)
    return values
  }
  const entries = Object.entries(value)
  const hasMoney = entries.some(([name, each]) => isMoneyField(name, each))
  for (const [name, each] of entries) {
    if (isEntry && nameOf(value, names) !== undefined && (name === 'id' || each === nameOf(value, names))) continue
    // The amounts have their currency.
    if (hasMoney && name === 'currency') continue
    flatten(each, fieldPathOf(name, fieldLabel(name)), values)
  }
  return values
}

/** Records with the same identity are distinguished by their order. */
function entriesOf(list: readonly unknown[], names: Names): Entry[] {
  const counts = new Map<string, number>()
  return list.map((value, index) => {
    const identity = identityOf(value) ?? String(index)
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return {
      key: count === 1 ? identity : `${identity}#${count}`,
      name: nameOf(value, names) ?? readableKeyOf(value) ?? String(index + 1),
      hasId: textOf(value, 'id') !== undefined,
    }
  })
}

/** An ID with a name is shown as the name, so the field’s label loses its “ID”. */
function describeAll(place: FieldPath, list: readonly unknown[]): Value {
  const { field, currency, names } = place
  const hasNames = list.some((value) => nameById(value, names) !== undefined)
  const value = valueAt(place, list.map((each) => nameById(each, names) ?? describeContent(field, each, currency)).join(', '))
  return hasNames ? { ...value, label: value.label.replace(/,? ID(s?)$/, '$1'), recorded: list.join(', ') } : value
}

const valueAt = ({ labels, field }: FieldPath, text: string): Value => ({ label: capitalize(labels.join(', ')), field, text })

const textOf = (value: unknown, ...names: string[]): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  return names
    .map((name) => (value as Record<string, unknown>)[name])
    .find((text): text is string => typeof text === 'string' && text !== '')
}
const currencyOf = (value: unknown) => textOf(value, 'currency')
const identityOf = (value: unknown) => textOf(value, 'id', 'key', 'name')
/** IDs mean nothing to readers, so the position is shown in place of them. */
const readableKeyOf = (value: unknown) => textOf(value, 'key')
const nameOf = (value: unknown, names: Names) =>
  textOf(value, 'displayName', 'name', 'title', 'reference') ?? nameById(textOf(value, 'id'), names)
function nameById(id: unknown, names: Names): string | undefined {
  const key = String(id).toLowerCase()
  return isKeyOf(names, key) ? names[key] : undefined
}
