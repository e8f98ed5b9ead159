import { uuid } from './search.ts'

/** JSON Schema keywords that limit a value's size and content. */
export interface Shape {
  type?: string | readonly string[]
  format?: string
  maxLength?: number
  items?: Shape
  maxItems?: number
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  additionalProperties?: boolean | object
  maxProperties?: number
  anyOf?: readonly Shape[]
  allOf?: readonly Shape[]
}

/** Limit on unknown fields that are read, because each is a problem and a response lists no more. */
export const maxUnknownFields = 50

const partsOf = (shape: Shape): Shape[] => [shape, ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(partsOf)]

/** Tells whether values of this type are unlimited in content, or compared as a whole. */
function takesAny(type: string, keywords: (keyof Shape)[]) {
  return (shape: Shape) => {
    if (keywords.some((keyword) => shape[keyword] !== undefined)) return false
    if (shape.type !== undefined) return [shape.type].flat().includes(type)
    return !shape.anyOf && !shape.allOf
  }
}

type Normalize = (value: unknown) => unknown

/**
 * Prepares input in one pass before validation, no deeper than the schema. IDs are converted to lower case, so that an ID has one spelling.
 * Values beyond a limit are cut to just above it, and values of a wrong type are emptied: both still fail, and validation never costs more
 * than for the largest valid input.
 */
export function normalizer(schema: Shape): Normalize {
  const parts = partsOf(schema)
  const text = textNormalizer(parts)
  const list = listNormalizer(parts)
  const object = objectNormalizer(parts)
  return (value) => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return list(value)
    return typeof value === 'object' && value !== null ? object(value) : value
  }
}

function textNormalizer(parts: Shape[]): (value: string) => string {
  const holdsIds = parts.some(({ format }) => format === 'uuid')
  const takesAnyText = parts.some(takesAny('string', ['maxLength']))
  // A character can take two UTF-16 units.
  const units = takesAnyText ? Number.POSITIVE_INFINITY : 2 * Math.max(0, ...parts.map(({ maxLength = 0 }) => maxLength)) + 2
  return (value) => {
    if (holdsIds && uuid.test(value)) return value.toLowerCase()
    return value.length > units ? value.slice(0, units) : value
  }
}

function listNormalizer(parts: Shape[]): (value: unknown[]) => unknown[] {
  if (parts.some(takesAny('array', ['items', 'maxItems']))) return (value) => value
  const lists = parts.filter(({ items }) => items)
  if (lists.length === 0) return () => []
  const max = Math.max(...lists.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems))
  const item = normalizer({ anyOf: lists.map(({ items }) => items!) })
  return (value) => value.slice(0, max + 1).map(item)
}

function objectNormalizer(parts: Shape[]): (value: object) => object {
  if (parts.some(takesAny('object', ['properties', 'patternProperties']))) return (value) => value
  const objects = parts.filter(({ properties, patternProperties }) => properties || patternProperties)
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))
  const shapesOf = (name: string) => objects.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? properties[name]! : []))
  const known = new Map([...names].map((name) => [name, normalizer({ anyOf: shapesOf(name) })]))
  const patterns = objects.flatMap(({ patternProperties = {} }) => Object.values(patternProperties))
  const isOpen = objects.some(({ patternProperties, additionalProperties }) => !patternProperties && additionalProperties !== false)
  const other: Normalize = patterns.length > 0 ? normalizer({ anyOf: patterns }) : isOpen ? (value) => value : () => null
  const unlimited = isOpen || patterns.length > 0 ? Number.POSITIVE_INFINITY : maxUnknownFields
  const max = Math.max(...objects.map(({ maxProperties = unlimited }) => maxProperties), 0)
  return (value) => {
    const entries: [string, unknown][] = []
    let others = 0
    for (const [name, each] of Object.entries(value)) {
      const normalize = known.get(name)
      if (normalize) entries.push([name, normalize(each)])
      else if (others++ <= max) entries.push([name, other(each)])
    }
    return Object.fromEntries(entries)
  }
}
