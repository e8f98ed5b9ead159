import { type Schema, shapeOf } from './swagger.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Path = readonly string[]

const wildcard = '*'

export interface Field {
  path: Path
  required: boolean
}

export function fieldsOf(body: unknown, schema: Schema | undefined): Field[] {
  const fieldsByKey = new Map<string, Field>()
  walk(body as Json, schema, [], (path, isRequired) => {
    const key = path.join('.')
    fieldsByKey.set(key, { path, required: isRequired && (fieldsByKey.get(key)?.required ?? true) })
  })
  return [...fieldsByKey.values()]
}

function walk(value: Json, schema: Schema | undefined, path: Path, visit: (path: Path, isRequired: boolean) => void): void {
  if (typeof value !== 'object' || value === null) return
  const shape = shapeOf(schema)
  if (Array.isArray(value)) {
    for (const each of value) walk(each, shape?.items, [...path, wildcard], visit)
    return
  }
  for (const [name, each] of Object.entries(value)) {
    if (isMap(shape, path)) {
      walk(each, shape?.entries, [...path, wildcard], visit)
      continue
    }
    visit([...path, name], shape?.required.has(name) ?? false)
    walk(each, shape?.fields.get(name), [...path, name], visit)
  }
}

/** Keys of a map are data and not fields. Without a description, maps are recognised by Azure’s usual names for them. */
function isMap(shape: ReturnType<typeof shapeOf>, path: Path): boolean {
  if (shape && shape.fields.size > 0) return false
  if (shape?.entries) return true
  return ['tags', 'parameters', 'extendedProperties', 'labels', 'annotations', 'notifications', 'cvss'].includes(path.at(-1) ?? '')
}

export function removeField(body: unknown, path: Path, emptyValue: 'null' | 'absent'): unknown {
  const copy = structuredClone(body) as Json
  blankValue(copy, path, emptyValue)
  return copy
}

function blankValue(value: Json, [name, ...remainingParts]: Path, emptyValue: 'null' | 'absent'): void {
  if (typeof value !== 'object' || value === null || name === undefined) return
  if (name === wildcard) {
    for (const each of Object.values(value)) blankValue(each, remainingParts, emptyValue)
    return
  }
  const record = value as Record<string, Json>
  if (!(name in record)) return
  if (remainingParts.length > 0) blankValue(record[name]!, remainingParts, emptyValue)
  else if (emptyValue === 'null') record[name] = null
  else delete record[name]
}

export const unknownField = 'addedLater'

/** Copies the response with an additional field in each object, except in maps, where it would be data. */
export function withUnknownFields(body: unknown, schema: Schema | undefined, path: Path = []): unknown {
  const shape = shapeOf(schema)
  if (Array.isArray(body)) return body.map((each) => withUnknownFields(each, shape?.items, [...path, wildcard]))
  if (typeof body !== 'object' || body === null) return body
  const map = isMap(shape, path)
  const fields = Object.entries(body).map(([name, each]) => [
    name,
    withUnknownFields(each, map ? shape?.entries : shape?.fields.get(name), [...path, map ? wildcard : name]),
  ])
  return { ...Object.fromEntries(fields), ...(map ? {} : { [unknownField]: { list: [{ of: 'things' }], none: null } }) }
}

const isId = (text: string) => /^\/(subscriptions|providers)\//i.test(text) || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

export function withOtherCase(body: unknown): unknown {
  if (typeof body === 'string') return isId(body) ? swapCase(body) : body
  if (Array.isArray(body)) return body.map(withOtherCase)
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, each]) => [name, withOtherCase(each)]))
}

function swapCase(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
}
