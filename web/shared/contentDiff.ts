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
  entries?: readonly Entry[]
}

interface Entry {
  /** Unique in its list. */
  key: string
  name: string
  hasId: boolean
}

const maxRows = 200

/**
 * Lists the fields in which two values differ, each value as text. A field that is missing on one side has no text there. A list of records
 * is shown by their names, and its records are compared by identity. The order of records with IDs doesn't matter.
 */
export function contentDiff(before: unknown, after: unknown): ContentRow[] {
  const [left, right] = [flatten(before), flatten(after)]
  const rows = [...new Set([...left.keys(), ...right.keys()])].flatMap((key): ContentRow[] => {
    const [was, is] = [left.get(key), right.get(key)]
    if (was && is && isSame(was, is)) return []
    const { label, field } = (is ?? was)!
    // Different records can have the same names, so the row has their identities too.
    const hasSameText = was?.text === is?.text
    const shown = (value: Value | undefined) => (hasSameText ? value?.entries?.map(withKey).join(', ') : value?.text) ?? null
    return [{ key, label, field, before: shown(was), after: shown(is) }]
  })
  return rows.slice(0, maxRows)
}

function isSame(was: Value, is: Value): boolean {
  if (!was.entries || !is.entries) return was.text === is.text
  const hasOrder = ![...was.entries, ...is.entries].every(({ hasId }) => hasId)
  const textOfAll = (entries: readonly Entry[]) => (hasOrder ? entries.map(withKey) : entries.map(withKey).sort()).join('\n')
  return textOfAll(was.entries) === textOfAll(is.entries)
}

const withKey = ({ key, name }: Entry) => `${name} (${key})`

interface FieldPath {
  key: string
  labels: readonly string[]
  field: string
}

const root: FieldPath = { key: '', labels: [], field: '' }

function flatten(value: unknown, place = root, values = new Map<string, Value>(), isEntry = false): Map<string, Value> {
  const add = (text: string) => values.set(place.key, valueAt(place, text))
  if (value === null || value === undefined) return values
  if (typeof value !== 'object') return add(String(value))
  const fieldPathOf = (key: string, label: string, field = key): FieldPath => ({
    key: `${place.key}.${key}`,
    labels: [...place.labels, label],
    field,
  })
  if (Array.isArray(value)) {
    if (value.every((entry) => typeof entry !== 'object' || entry === null)) return add(value.length === 0 ? '[]' : value.join(', '))
    const entries = entriesOf(value)
    if (value.every((entry) => nameOf(entry) !== undefined))
      values.set(place.key, { ...valueAt(place, entries.map(({ name }) => name).join(', ')), entries })
    for (const [index, { key, name }] of entries.entries()) flatten(value[index], fieldPathOf(key, name, place.field), values, true)
    return values
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return place.key === '' ? values : add('{}')
  for (const [name, each] of entries) {
    if (isEntry && nameOf(value) !== undefined && (name === 'id' || each === nameOf(value))) continue
    flatten(each, fieldPathOf(name, spaced(name)), values)
  }
  return values
}

/** Records with the same identity are distinguished by their order. */
function entriesOf(list: readonly unknown[]): Entry[] {
  const counts = new Map<string, number>()
  return list.map((value, index) => {
    const identity = identityOf(value) ?? String(index)
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return {
      key: count === 1 ? identity : `${identity}#${count}`,
      name: nameOf(value) ?? identityOf(value) ?? String(index + 1),
      hasId: textOf(value, 'id') !== undefined,
    }
  })
}

const valueAt = ({ labels, field }: FieldPath, text: string): Value => ({ label: labelOf(labels), field, text })

const textOf = (value: unknown, ...names: string[]): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  return names
    .map((name) => (value as Record<string, unknown>)[name])
    .find((text): text is string => typeof text === 'string' && text !== '')
}
const identityOf = (value: unknown) => textOf(value, 'id', 'key', 'name')
const nameOf = (value: unknown) => textOf(value, 'displayName', 'name', 'title', 'reference')

const spaced = (name: string) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLocaleLowerCase('en')

function labelOf(labels: readonly string[]): string {
  const text = labels.join(', ') || 'Content'
  return text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
}
