import type { ComparisonNode, ExpressionNode } from '@rsql/ast'
import { parse } from '@rsql/parser'
import { type RawBuilder, sql } from 'kysely'
import { Failure } from '../errors.ts'

const maxLength = 4_000
const maxDepth = 8
const maxComparisons = 40
const maxValues = 200
const maxValueLength = 300

type FieldType = 'text' | 'enum' | 'number' | 'date' | 'id'

interface ListField {
  label: string
  type: FieldType
  column?: RawBuilder<unknown>
  /** True if the column is already in lower case, so that its index can be used for case-insensitive comparisons. */
  lowercased?: true
  /** Lists can sort by the field unless this is false. Such a column needs an index together with the ID. */
  sort?: boolean
  /** Rows without a value come last in both directions; the index for descending order needs `desc nulls last`. */
  nullsLast?: true
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
const canonicalOperators: Record<string, string> = { '>': '=gt=', '>=': '=ge=', '<': '=lt=', '<=': '=le=' }

export const canonicalOperator = (operator: string) => canonicalOperators[operator] ?? operator

export function operatorsOf(field: ListField): readonly string[] {
  return field.matches ? ['==', '!=', '=in=', '=out='] : operators[field.type]
}

export function throwInvalidFilter(message: string): never {
  throw new Failure('invalidFilter', message, { errors: [{ field: 'filter', message }] })
}

/** Returns a `like` pattern in which `*` is the only wildcard. */
export function likePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/** @throws invalidFilter */
export function dateOf(name: string, value: string): Date {
  const date = new Date(value)
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(date.getTime()))
    throwInvalidFilter(`${name} needs a date such as 2026-01-31, not "${value}".`)
  return date
}

function checkValue(name: string, field: ListField, value: string): string | number | Date {
  if (value.length > maxValueLength) throwInvalidFilter(`A value of ${name} is longer than ${maxValueLength} characters.`)
  if (value.includes('\0')) throwInvalidFilter(`A value of ${name} has an invalid character.`)
  if (field.type === 'number') {
    if (!/^-?\d{1,15}$/.test(value)) throwInvalidFilter(`${name} needs a whole number, not "${value}".`)
    return Number(value)
  }
  if (field.type === 'date') return dateOf(name, value)
  if (field.type === 'id' && !/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value))
    throwInvalidFilter(`${name} needs an ID, not "${value}".`)
  if (field.type === 'enum' && field.values && !field.values.includes(value))
    throwInvalidFilter(`${name} is one of ${field.values.join(', ')}, not "${value}".`)
  return value
}

function comparison(fields: ListFields, node: ComparisonNode): RawBuilder<boolean> {
  const name = String((node.left as { selector?: string }).selector)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) throwInvalidFilter(`There is no field "${name.slice(0, 60)}". Fields: ${Object.keys(fields).join(', ')}.`)
  const operator = canonicalOperator(node.operator)
  if (!operatorsOf(field).includes(operator))
    throwInvalidFilter(`${name} cannot be compared with ${node.operator}. Use ${operatorsOf(field).join(' ')}.`)
  const rawValue = (node.right as { value: string | string[] }).value
  const values = Array.isArray(rawValue) ? rawValue : [rawValue]
  if (values.length > maxValues) throwInvalidFilter(`${name} has more than ${maxValues} values.`)
  const checkedValues = values.map((value) => checkValue(name, field, value))
  // Rows without a value differ from every value, because of `is not true`.
  const isNegative = operator === '!=' || operator === '=out='
  const sqlCondition = field.matches ? field.matches(values) : condition(field, operator, checkedValues)
  return isNegative ? sql<boolean>`((${sqlCondition}) is not true)` : sqlCondition
}

/** Ignores negation, because `comparison` negates `!=` and `=out=`. */
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
  let deepestLevel = 0
  for (const char of text) {
    if (char === '(') deepestLevel = Math.max(deepestLevel, ++depth)
    else if (char === ')') depth--
  }
  return deepestLevel
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
  if (text.length > maxLength) throwInvalidFilter(`The filter is longer than ${maxLength} characters.`)
  if (depthOf(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '')) > maxDepth)
    throwInvalidFilter(`The filter has more than ${maxDepth} levels.`)
  let tree: ExpressionNode
  try {
    tree = parse(text)
  } catch (error) {
    throwInvalidFilter(`The filter isn’t valid: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown reason'}`)
  }
  if (comparisonsIn(tree) > maxComparisons) throwInvalidFilter(`The filter has more than ${maxComparisons} comparisons.`)
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
  const toConditions = (node: ExpressionNode): FilterCondition[] => {
    if (node.type === 'COMPARISON') {
      const sqlCondition = comparison(fields, node)
      const { value } = node.right as { value: string | string[] }
      return [{ where: sqlCondition, fields: [String((node.left as { selector?: string }).selector)], values: [value].flat() }]
    }
    if (node.operator === ';' || node.operator === 'and') return [...toConditions(node.left), ...toConditions(node.right)]
    const operandConditions = [toConditions(node.left), toConditions(node.right)]
    const allConditions = operandConditions.flat()
    return [
      {
        where: sql<boolean>`(${sql.join(operandConditions.map(joinConditions), sql` or `)})`,
        fields: [...new Set(allConditions.flatMap((each) => each.fields))],
        values: allConditions.flatMap((each) => each.values),
      },
    ]
  }
  return toConditions(tree)
}

function joinConditions(conditions: FilterCondition[]): RawBuilder<boolean> {
  const [firstCondition, ...otherConditions] = conditions.map(({ where: sqlCondition }) => sqlCondition)
  return firstCondition && otherConditions.length === 0
    ? firstCondition
    : sql<boolean>`(${sql.join([firstCondition, ...otherConditions], sql` and `)})`
}

/** @throws invalidFilter */
export function compileFilter(fields: ListFields, text: string): RawBuilder<boolean> {
  return joinConditions(compileConditions(fields, text))
}
