import type { ComparisonNode, ExpressionNode } from '@rsql/ast'
import { type TObject, type TSchema, Type } from 'typebox'
import { Failure } from '../errors.ts'
import { canonicalOperator, dateOf, parseFilter, throwInvalidFilter } from './filter.ts'
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
type Fields = Map<string, Field>

const maxDepth = 4
const alternatives = (shape: Shape): Shape[] => (shape.anyOf ? shape.anyOf.flatMap(alternatives) : [shape])

/**
 * Returns the fields of a schema's items. Fields of nested objects have names such as `owner.name`. Items that are not objects have the
 * single field `value`.
 */
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

/** @throws invalidFilter */
function operandOf(name: string, type: Field['type'], text: string): Operand {
  if (type === 'text') return text
  if (type === 'date') return dateOf(name, text).getTime()
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) throwInvalidFilter(`${name} needs a number such as 10, not "${text.slice(0, 60)}".`)
  return Number(text)
}

function orderOf(type: Field['type'], value: Value, operand: Operand): number {
  if (typeof operand === 'string') return compare(String(value), operand)
  return (type === 'date' ? Date.parse(String(value)) : Number(value)) - operand
}

function matchesFilter(type: Field['type'], values: Value[], operator: string, operands: Operand[]): boolean {
  const isOne = (value: Value, operand: Operand) => {
    if (typeof operand !== 'string') return orderOf(type, value, operand) === 0
    return operator === '==' || operator === '!=' ? matches(String(value), operand) : String(value).toLowerCase() === operand.toLowerCase()
  }
  switch (operator) {
    case '==':
    case '=in=':
      return values.some((value) => operands.some((text) => isOne(value, text)))
    case '!=':
    case '=out=':
      return !values.some((value) => operands.some((text) => isOne(value, text)))
    case '=gt=':
      return values.some((value) => orderOf(type, value, operands[0]!) > 0)
    case '=ge=':
      return values.some((value) => orderOf(type, value, operands[0]!) >= 0)
    case '=lt=':
      return values.some((value) => orderOf(type, value, operands[0]!) < 0)
    case '=le=':
      return values.some((value) => orderOf(type, value, operands[0]!) <= 0)
    default:
      throw new Failure('invalidFilter', `There is no operator ${operator}.`)
  }
}

function matches(value: string, text: string): boolean {
  const patternSegments = text.toLowerCase().split('*')
  const [lowercased, firstSegment, lastSegment] = [value.toLowerCase(), patternSegments[0]!, patternSegments.at(-1)!]
  if (patternSegments.length === 1) return lowercased === firstSegment
  if (
    lowercased.length < firstSegment.length + lastSegment.length ||
    !lowercased.startsWith(firstSegment) ||
    !lowercased.endsWith(lastSegment)
  )
    return false
  let offset = firstSegment.length
  for (const segment of patternSegments.slice(1, -1)) {
    const matchIndex = lowercased.indexOf(segment, offset)
    if (matchIndex < 0 || matchIndex + segment.length > lowercased.length - lastSegment.length) return false
    offset = matchIndex + segment.length
  }
  return true
}

function conditionOf(fields: Fields, node: ExpressionNode): (item: unknown) => boolean {
  if (node.type === 'COMPARISON') {
    const { left, operator, right } = node as ComparisonNode
    const selector = String((left as { selector?: string }).selector)
    const { type, valuesIn } = fieldOf(fields, selector, 'filter')
    const operands = [(right as { value: string | string[] }).value].flat().map((text) => operandOf(selector, type, text))
    const name = canonicalOperator(operator)
    return (item) => matchesFilter(type, valuesIn(item), name, operands)
  }
  const [one, other] = [conditionOf(fields, node.left), conditionOf(fields, node.right)]
  const isAnd = node.operator === ';' || node.operator === 'and'
  return (item) => (isAnd ? one(item) && other(item) : one(item) || other(item))
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const compare = (one: string, other: string) => collator.compare(one, other)

function sortItems<T>(items: readonly T[], fields: Fields, sort: string): T[] {
  const sortOrder = sort
    .split(',')
    .map((segment) => segment.trim())
    .filter(Boolean)
    .map((segment) => ({ descending: segment.startsWith('-'), field: fieldOf(fields, segment.replace(/^[-+]/, ''), 'sort') }))
  const difference = (one: Value | undefined, other: Value | undefined): number => {
    if (one === undefined || other === undefined) return one === other ? 0 : Number.NaN
    return typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other))
  }
  return [...items].sort((a, b) => {
    for (const { descending, field } of sortOrder) {
      const [one, other] = [field.valuesIn(a)[0], field.valuesIn(b)[0]]
      const order = difference(one, other)
      if (Number.isNaN(order)) return one === undefined ? 1 : -1
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

/**
 * Applies the parameters of a list. Without `page` and `size`, it returns all matches.
 * @throws invalidFilter for an unknown field, or an operand whose type differs from the field's
 */
export function partOf<T>(items: readonly T[], fields: Fields, { page, size, sort, filter, search }: Query): { items: T[]; total: number } {
  let matchingItems = [...items]
  if (filter?.trim()) matchingItems = matchingItems.filter(conditionOf(fields, parseFilter(filter)))
  const terms = search?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  if (terms.length > 0)
    matchingItems = matchingItems.filter((item) => {
      const text = [...fields.values()]
        .flatMap((field) => field.valuesIn(item))
        .join(' ')
        .toLowerCase()
      return terms.every((word) => text.includes(word))
    })
  if (sort?.trim()) matchingItems = sortItems(matchingItems, fields, sort)
  const total = matchingItems.length
  if (page === undefined && size === undefined) return { items: matchingItems, total }
  const rows = size ?? defaultSize
  return { items: matchingItems.slice(((page ?? 1) - 1) * rows, (page ?? 1) * rows), total }
}
const defaultSize = 25

/** Responds with up to `max` items. Callers read one item more, so that the header `x-more` can report whether there are more. */
export function firstOf<T>(items: readonly T[], max: number): Reply<T[]> {
  return reply(200, items.slice(0, max), items.length > max ? { 'x-more': 'true' } : undefined)
}

interface InMemoryList {
  query: TObject
  own: string[]
  narrow(reply: Reply<unknown>, query: Query, url: string): Reply<unknown>
}

/**
 * Operations that return a list as a whole also accept page, size, sort, filter and search, which are applied to their response. Undefined
 * for operations that don't return a list, or that read it in pages.
 */
export function inMemoryListOf(
  operation: Pick<Operation, 'method' | 'query' | 'responses' | 'produces' | 'pageSize'>,
): InMemoryList | undefined {
  const reply = operation.responses[200] as Shape | undefined
  const responseList = reply?.type === 'array' ? reply : reply?.properties?.['items']
  const ownParameters = Object.keys(operation.query?.properties ?? {})
  if (operation.method !== 'GET' || operation.produces || responseList?.type !== 'array' || ownParameters.includes('page')) return undefined
  const query = Type.Object({ ...ListQuery.properties, ...operation.query?.properties }, { additionalProperties: false })
  let fields: Fields | undefined
  return {
    query,
    own: ownParameters,
    narrow(reply, queryParameters, url) {
      if (reply.status !== 200) return reply
      const { pageSize } = operation
      const listParameters = Object.fromEntries(Object.entries(queryParameters).filter(([name]) => !ownParameters.includes(name))) as Query
      if (pageSize !== undefined) listParameters.size ??= pageSize
      if (Object.keys(listParameters).length === 0) return reply
      const { body } = reply
      const allItems = Array.isArray(body) ? body : ((body as { items: unknown[] }).items ?? [])
      fields ??= fieldsOf(responseList.items as TSchema)
      const { items, total } = partOf(allItems, fields, listParameters)
      const { page = 1, size = defaultSize } = listParameters
      const isTruncated = (listParameters.page !== undefined || listParameters.size !== undefined) && page * size < total
      const headers = { ...reply.headers, ...(isTruncated ? { link: `<${nextOf(url, page, size)}>; rel="next"`, 'x-more': 'true' } : {}) }
      const cappedFlag = typeof body === 'object' && body !== null && 'more' in body ? { more: Boolean(body.more) || isTruncated } : {}
      return { ...reply, headers, body: Array.isArray(body) ? items : { ...(body as object), items, ...cappedFlag } }
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
