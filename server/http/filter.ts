import type { ComparisonNode, ExpressionNode } from '@rsql/ast'
import { parse } from '@rsql/parser'
import { type RawBuilder, sql } from 'kysely'
import { Failure } from '../errors.ts'

const maxLength = 4_000
const maxDepth = 8
const maxComparisons = 40
const maxValues = 200
const maxValueLength = 300

export type FieldType = 'text' | 'enum' | 'number' | 'date' | 'id'

export interface ListField {
  label: string
  type: FieldType
  column?: RawBuilder<unknown>
  /** True if the column is in lower case already, so that its index serves case-insensitive comparisons. */
  lowercased?: true
  /** Sortable unless false. Sort columns need an index together with the ID. */
  sort?: boolean
  /** Rows without a value come last in both directions; the index for descending order needs `desc nulls last`. */
  emptyLast?: true
  values?: readonly string[]
  matches?(values: string[]): RawBuilder<boolean>
}
export type ListFields = Record<string, ListField>

const operators: Record<FieldType, readonly string[]> = {
  text: ['==', '!=', '=in=', '=out='],
  enum: ['==', '!=', '=in=', '=out='],
  id: ['==', '!=', '=in=', '=out='],
  number: ['==', '!=', '=gt=', '=ge=', '=lt=', '=le='],
  date: ['=gt=', '=ge=', '=lt=', '=le='],
}
const comparisons: Record<string, RawBuilder<unknown>> = {
  '==': sql`=`,
  '!=': sql`=`,
  '=gt=': sql`>`,
  '=ge=': sql`>=`,
  '=lt=': sql`<`,
  '=le=': sql`<=`,
}
const canonical: Record<string, string> = { '>': '=gt=', '>=': '=ge=', '<': '=lt=', '<=': '=le=' }

export const canonicalOperator = (operator: string) => canonical[operator] ?? operator

export function operatorsOf(field: ListField): readonly string[] {
  return field.matches ? ['==', '!=', '=in=', '=out='] : operators[field.type]
}

export function bad(message: string): never {
  throw new Failure('invalidFilter', message, { errors: [{ field: 'filter', message }] })
}

/** Returns a `like` pattern in which `*` is the only wildcard. */
export function likePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/** Parses the date of a comparison. @throws invalidFilter */
export function dateOf(name: string, value: string): Date {
  const date = new Date(value)
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(date.getTime())) bad(`${name} needs a date such as 2026-01-31, not "${value}".`)
  return date
}

function checkValue(name: string, field: ListField, value: string): string | number | Date {
  if (value.length > maxValueLength) bad(`A value of ${name} is longer than ${maxValueLength} characters.`)
  if (value.includes('\0')) bad(`A value of ${name} has a character that can’t be stored.`)
  if (field.type === 'number') {
    if (!/^-?\d{1,15}$/.test(value)) bad(`${name} needs a whole number, not "${value}".`)
    return Number(value)
  }
  if (field.type === 'date') return dateOf(name, value)
  if (field.type === 'id' && !/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value))
    bad(`${name} needs an id, not "${value}".`)
  if (field.type === 'enum' && field.values && !field.values.includes(value))
    bad(`${name} is one of ${field.values.join(', ')}, not "${value}".`)
  return value
}

function comparison(fields: ListFields, node: ComparisonNode): RawBuilder<boolean> {
  const name = String((node.left as { selector?: string }).selector)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) bad(`There is no field "${name.slice(0, 60)}". Fields: ${Object.keys(fields).join(', ')}.`)
  const operator = canonicalOperator(node.operator)
  if (!operatorsOf(field).includes(operator)) bad(`${name} cannot be compared with ${node.operator}. Use ${operatorsOf(field).join(' ')}.`)
  const raw = (node.right as { value: string | string[] }).value
  const values = Array.isArray(raw) ? raw : [raw]
  if (values.length > maxValues) bad(`${name} has more than ${maxValues} values.`)
  const checked = values.map((value) => checkValue(name, field, value))
  // `is not true` makes a row without a value differ from every value.
  const negative = operator === '!=' || operator === '=out='
  const found = field.matches ? field.matches(values) : condition(field, operator, checked)
  return negative ? sql<boolean>`((${found}) is not true)` : found
}

/** Ignores negation: `comparison` negates `!=` and `=out=`. */
function condition(field: ListField, operator: string, values: (string | number | Date)[]): RawBuilder<boolean> {
  const column = field.column!
  const [value] = values
  if (field.type === 'text') {
    const text = field.lowercased ? column : sql`lower(${column})`
    if (operator === '=in=' || operator === '=out=')
      return sql<boolean>`${text} = any (${values.map((value) => String(value).toLowerCase())}::text[])`
    return String(value).includes('*')
      ? sql<boolean>`${text} like lower(${likePattern(String(value))})`
      : sql<boolean>`${text} = lower(${value})`
  }
  if (operator === '=in=' || operator === '=out=') return sql<boolean>`${column} = any (${values})`
  if (field.type === 'number') return sql<boolean>`${column} ${comparisons[operator]!} ${value}::bigint`
  return sql<boolean>`${column} ${comparisons[operator]!} ${value}`
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const char of text) {
    if (char === '(') deepest = Math.max(deepest, ++depth)
    else if (char === ')') depth--
  }
  return deepest
}

export interface FilterCondition {
  where: RawBuilder<boolean>
  fields: string[]
  values: string[]
}

/**
 * Parses an RSQL filter. Length, nesting and number of comparisons are limited because the text comes from callers.
 * @throws invalidFilter (400) with the position
 */
export function parseFilter(text: string): ExpressionNode {
  if (text.length > maxLength) bad(`The filter is longer than ${maxLength} characters.`)
  if (depthOf(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '')) > maxDepth) bad(`The filter has more than ${maxDepth} levels.`)
  let tree: ExpressionNode
  try {
    tree = parse(text)
  } catch (error) {
    bad(`The filter can’t be read: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown reason'}`)
  }
  if (comparisonsIn(tree) > maxComparisons) bad(`The filter has more than ${maxComparisons} comparisons.`)
  return tree
}

const comparisonsIn = (node: ExpressionNode): number =>
  node.type === 'COMPARISON' ? 1 : comparisonsIn(node.left) + comparisonsIn(node.right)

/**
 * Compiles an RSQL filter (`status==active;environment=in=(production,test)`) to SQL with bound values, one part per top-level condition.
 * @throws invalidFilter (400) with the field, operator or position
 */
export function compileConditions(fields: ListFields, text: string): FilterCondition[] {
  const tree = parseFilter(text)
  const read = (node: ExpressionNode): FilterCondition[] => {
    if (node.type === 'COMPARISON') {
      const where = comparison(fields, node)
      const { value } = node.right as { value: string | string[] }
      return [{ where, fields: [String((node.left as { selector?: string }).selector)], values: [value].flat() }]
    }
    if (node.operator === ';' || node.operator === 'and') return [...read(node.left), ...read(node.right)]
    const sides = [read(node.left), read(node.right)]
    const all = sides.flat()
    return [
      {
        where: sql<boolean>`(${sql.join(sides.map(joined), sql` or `)})`,
        fields: [...new Set(all.flatMap((each) => each.fields))],
        values: all.flatMap((each) => each.values),
      },
    ]
  }
  return read(tree)
}

function joined(conditions: FilterCondition[]): RawBuilder<boolean> {
  const [first, ...others] = conditions.map(({ where }) => where)
  return first && others.length === 0 ? first : sql<boolean>`(${sql.join([first, ...others], sql` and `)})`
}

/** Compiles a filter to a single condition. @throws invalidFilter */
export function compileFilter(fields: ListFields, text: string): RawBuilder<boolean> {
  return joined(compileConditions(fields, text))
}
