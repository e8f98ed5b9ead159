import { uuid } from './search.ts'

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

/** Limit on the unknown fields that are read. Each unknown field is a problem, and a response lists no more problems than this. */
const maxUnknownFields = 50

const partsOf = (shape: Shape): Shape[] => [shape, ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(partsOf)]

/** Returns whether values of this type have no limit on their content, or are compared as a whole. */
function allowsAny(type: string, keywords: (keyof Shape)[]) {
  return (shape: Shape) => {
    if (keywords.some((keyword) => shape[keyword] !== undefined)) return false
    if (shape.type !== undefined) return [shape.type].flat().includes(type)
    return !shape.anyOf && !shape.allOf
  }
}

type Normalize = (value: unknown) => unknown

/**
 * Prepares input in one pass before validation, no deeper than the schema. IDs are converted to lower case, so that an ID has one spelling.
 * A value beyond a limit is cut to just above the limit, and a value of a wrong type is emptied. Both still fail, and validation never
 * takes longer than for the largest valid input.
 */
export function normalizer(schema: Shape): Normalize {
  const shapes = partsOf(schema)
  const text = textNormalizer(shapes)
  const list = listNormalizer(shapes)
  const object = objectNormalizer(shapes)
  return (value) => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return list(value)
    return typeof value === 'object' && value !== null ? object(value) : value
  }
}

function textNormalizer(shapes: Shape[]): (value: string) => string {
  const isId = shapes.some(({ format }) => format === 'uuid')
  const allowsAnyText = shapes.some(allowsAny('string', ['maxLength']))
  // A character can take two UTF-16 units.
  const units = allowsAnyText ? Number.POSITIVE_INFINITY : 2 * Math.max(0, ...shapes.map(({ maxLength = 0 }) => maxLength)) + 2
  return (value) => {
    if (isId && uuid.test(value)) return value.toLowerCase()
    return value.length > units ? value.slice(0, units) : value
  }
}

function listNormalizer(shapes: Shape[]): (value: unknown[]) => unknown[] {
  if (shapes.some(allowsAny('array', ['items', 'maxItems']))) return (value) => value
  const lists = shapes.filter(({ items }) => items)
  if (lists.length === 0) return () => []
  const max = Math.max(...lists.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems))
  const item = normalizer({ anyOf: lists.map(({ items }) => items!) })
  return (value) => value.slice(0, max + 1).map(item)
}

function objectNormalizer(shapes: Shape[]): (value: object) => object {
  if (shapes.some(allowsAny('object', ['properties', 'patternProperties']))) return (value) => value
  const objects = shapes.filter(({ properties, patternProperties }) => properties || patternProperties)
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))
  const shapesOf = (name: string) => objects.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? properties[name]! : []))
  const normalizersByName = new Map([...names].map((name) => [name, normalizer({ anyOf: shapesOf(name) })]))
  const patterns = objects.flatMap(({ patternProperties = {} }) => Object.values(patternProperties))
  const isOpen = objects.some(({ patternProperties, additionalProperties }) => !patternProperties && additionalProperties !== false)
  const normalizeOther: Normalize = patterns.length > 0 ? normalizer({ anyOf: patterns }) : isOpen ? (value) => value : () => null
  const maxFields = isOpen || patterns.length > 0 ? Number.POSITIVE_INFINITY : maxUnknownFields
  const max = Math.max(...objects.map(({ maxProperties = maxFields }) => maxProperties), 0)
  return (value) => {
    const entries: [string, unknown][] = []
    let unknownFieldCount = 0
    for (const [name, each] of Object.entries(value)) {
      const normalize = normalizersByName.get(name)
      if (normalize) entries.push([name, normalize(each)])
      else if (unknownFieldCount++ <= max) entries.push([name, normalizeOther(each)])
    }
    return Object.fromEntries(entries)
  }
}
