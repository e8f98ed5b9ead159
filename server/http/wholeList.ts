import type { ComparisonNode, ExpressionNode } from '@rsql/ast'
import { type TObject, type TSchema, Type } from 'typebox'
import { Failure } from '../errors.ts'
import { bad, canonicalOperator, dateOf, parseFilter } from './filter.ts'
import { ListQuery } from './list.ts'
import { type Operation, type Reply, reply } from './operation.ts'

interface Shape {
  type?: string | readonly string[]
  format?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: readonly Shape[]
}
type Query = { page?: number; size?: number; sort?: string | undefined; filter?: string | undefined; search?: string | undefined }
type Value = string | number | boolean
/** Times are in milliseconds. */
type Operand = string | number
interface Field {
  type: 'text' | 'number' | 'date'
  valuesIn(item: unknown): Value[]
}
export type Fields = Map<string, Field>

const maxDepth = 4
const alternatives = (shape: Shape): Shape[] => (shape.anyOf ? shape.anyOf.flatMap(alternatives) : [shape])

/** Returns the fields of a schema's items, with fields of nested objects as `owner.name`; items that are not objects have one, `value`. */
export function fieldsOf(item: TSchema): Fields {
  const fields: Fields = new Map()
  const add = (shape: Shape, path: string[]): void => {
    for (const each of alternatives(shape)) {
      if (each.properties && path.length < maxDepth)
        for (const [name, inner] of Object.entries(each.properties)) add(inner, [...path, name])
      else if (each.items) add(each.items, path)
      else if ([each.type].flat().some((type) => ['string', 'number', 'integer', 'boolean'].includes(String(type)))) {
        const name = path.join('.') || 'value'
        const type = typeOf(each)
        const isMixed = fields.has(name) && fields.get(name)!.type !== type
        fields.set(name, { type: isMixed ? 'text' : type, valuesIn: (value) => valuesAt(value, path) })
      }
    }
  }
  add(item as Shape, [])
  return fields
}

function typeOf({ type, format }: Shape): Field['type'] {
  const types = [type].flat().filter((each) => each !== 'null')
  if (types.every((each) => each === 'number' || each === 'integer')) return 'number'
  return format === 'date-time' && types.every((each) => each === 'string') ? 'date' : 'text'
}

function valuesAt(value: unknown, path: string[]): Value[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path))
  if (path.length > 0)
    return typeof value === 'object' && value !== null ? valuesAt((value as Record<string, unknown>)[path[0]!], path.slice(1)) : []
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : []
}

function fieldOf(fields: Fields, name: string, parameter: 'sort' | 'filter') {
  const field = fields.get(name)
  if (field) return field
  const message = `There is no field "${name.slice(0, 60)}". Fields: ${[...fields.keys()].join(', ')}.`
  throw new Failure('invalidFilter', message, { errors: [{ field: parameter, message }] })
}

/** Parses an operand. @throws invalidFilter */
function operandOf(name: string, type: Field['type'], text: string): Operand {
  if (type === 'text') return text
  if (type === 'date') return dateOf(name, text).getTime()
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) bad(`${name} needs a number such as 10, not "${text.slice(0, 60)}".`)
  return Number(text)
}

function orderOf(type: Field['type'], value: Value, operand: Operand): number {
  if (typeof operand === 'string') return compare(String(value), operand)
  return (type === 'date' ? Date.parse(String(value)) : Number(value)) - operand
}

function holds(type: Field['type'], values: Value[], operator: string, wanted: Operand[]): boolean {
  const isOne = (value: Value, operand: Operand) => {
    if (typeof operand !== 'string') return orderOf(type, value, operand) === 0
    return operator === '==' || operator === '!=' ? matches(String(value), operand) : String(value).toLowerCase() === operand.toLowerCase()
  }
  switch (operator) {
    case '==':
    case '=in=':
      return values.some((value) => wanted.some((text) => isOne(value, text)))
    case '!=':
    case '=out=':
      return !values.some((value) => wanted.some((text) => isOne(value, text)))
    case '=gt=':
      return values.some((value) => orderOf(type, value, wanted[0]!) > 0)
    case '=ge=':
      return values.some((value) => orderOf(type, value, wanted[0]!) >= 0)
    case '=lt=':
      return values.some((value) => orderOf(type, value, wanted[0]!) < 0)
    case '=le=':
      return values.some((value) => orderOf(type, value, wanted[0]!) <= 0)
    default:
      throw new Failure('invalidFilter', `There is no operator ${operator}.`)
  }
}

/** Compares text case-insensitively, with `*` for any characters. */
function matches(value: string, text: string): boolean {
  const parts = text.toLowerCase().split('*')
  const [lower, first, last] = [value.toLowerCase(), parts[0]!, parts.at(-1)!]
  if (parts.length === 1) return lower === first
  if (lower.length < first.length + last.length || !lower.startsWith(first) || !lower.endsWith(last)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = lower.indexOf(part, at)
    if (found < 0 || found + part.length > lower.length - last.length) return false
    at = found + part.length
  }
  return true
}

function conditionOf(fields: Fields, node: ExpressionNode): (item: unknown) => boolean {
  if (node.type === 'COMPARISON') {
    const { left, operator, right } = node as ComparisonNode
    const selector = String((left as { selector?: string }).selector)
    const { type, valuesIn } = fieldOf(fields, selector, 'filter')
    const wanted = [(right as { value: string | string[] }).value].flat().map((text) => operandOf(selector, type, text))
    const name = canonicalOperator(operator)
    return (item) => holds(type, valuesIn(item), name, wanted)
  }
  const [one, other] = [conditionOf(fields, node.left), conditionOf(fields, node.right)]
  const isAnd = node.operator === ';' || node.operator === 'and'
  return (item) => (isAnd ? one(item) && other(item) : one(item) || other(item))
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const compare = (one: string, other: string) => collator.compare(one, other)

function sorted<T>(items: readonly T[], fields: Fields, sort: string): T[] {
  const by = sort
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ descending: part.startsWith('-'), field: fieldOf(fields, part.replace(/^[-+]/, ''), 'sort') }))
  const difference = (one: Value | undefined, other: Value | undefined): number => {
    if (one === undefined || other === undefined) return one === other ? 0 : Number.NaN
    return typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other))
  }
  return [...items].sort((a, b) => {
    for (const { descending, field } of by) {
      const [one, other] = [field.valuesIn(a)[0], field.valuesIn(b)[0]]
      const found = difference(one, other)
      // Items without a value come last in both directions.
      if (Number.isNaN(found)) return one === undefined ? 1 : -1
      if (found !== 0) return descending ? -found : found
    }
    return 0
  })
}

/**
 * Applies a list's parameters; without `page` and `size`, returns all matches.
 * @throws invalidFilter for an unknown field, or an operand of another type than the field
 */
export function partOf<T>(items: readonly T[], fields: Fields, { page, size, sort, filter, search }: Query): { items: T[]; total: number } {
  let found = [...items]
  if (filter?.trim()) found = found.filter(conditionOf(fields, parseFilter(filter)))
  const terms = search?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  if (terms.length > 0)
    found = found.filter((item) => {
      const text = [...fields.values()]
        .flatMap((field) => field.valuesIn(item))
        .join(' ')
        .toLowerCase()
      return terms.every((word) => text.includes(word))
    })
  if (sort?.trim()) found = sorted(found, fields, sort)
  const total = found.length
  if (page === undefined && size === undefined) return { items: found, total }
  const rows = size ?? defaultSize
  return { items: found.slice(((page ?? 1) - 1) * rows, (page ?? 1) * rows), total }
}
const defaultSize = 25

/** Responds with up to `max` items. Callers read one more, so that the header `x-more` can report it. */
export function firstOf<T>(items: readonly T[], max: number): Reply<T[]> {
  return reply(200, items.slice(0, max), items.length > max ? { 'x-more': 'true' } : undefined)
}

interface WholeList {
  query: TObject
  own: string[]
  narrow(answer: Reply<unknown>, query: Query, url: string): Reply<unknown>
}

/**
 * Operations that return a list as a whole also take page, size, sort, filter and search, which are applied to their response. Undefined
 * for operations that return no list, or page it themselves.
 */
export function wholeListOf(operation: Pick<Operation, 'method' | 'query' | 'answers' | 'produces' | 'pageSize'>): WholeList | undefined {
  const answer = operation.answers[200] as Shape | undefined
  const list = answer?.type === 'array' ? answer : answer?.properties?.['items']
  const own = Object.keys(operation.query?.properties ?? {})
  if (operation.method !== 'GET' || operation.produces || list?.type !== 'array' || own.includes('page')) return undefined
  const query = Type.Object({ ...ListQuery.properties, ...operation.query?.properties }, { additionalProperties: false })
  let fields: Fields | undefined
  return {
    query,
    own,
    narrow(reply, asked, url) {
      if (reply.status !== 200) return reply
      const { pageSize } = operation
      const others = Object.fromEntries(Object.entries(asked).filter(([name]) => !own.includes(name))) as Query
      if (pageSize !== undefined) others.size ??= pageSize
      if (Object.keys(others).length === 0) return reply
      const { body } = reply
      const all = Array.isArray(body) ? body : ((body as { items: unknown[] }).items ?? [])
      fields ??= fieldsOf(list.items as TSchema)
      const { items, total } = partOf(all, fields, others)
      const { page = 1, size = defaultSize } = others
      const isCut = (others.page !== undefined || others.size !== undefined) && page * size < total
      const headers = { ...reply.headers, ...(isCut ? { link: `<${nextOf(url, page, size)}>; rel="next"`, 'x-more': 'true' } : {}) }
      const more = typeof body === 'object' && body !== null && 'more' in body ? { more: Boolean(body.more) || isCut } : {}
      return { ...reply, headers, body: Array.isArray(body) ? items : { ...(body as object), items, ...more } }
    },
  }
}

function nextOf(url: string, page: number, size: number): string {
  const [path, text = ''] = url.split('?')
  const query = new URLSearchParams(text)
  query.set('page', String(page + 1))
  query.set('size', String(size))
  return `${path}?${query}`
}
