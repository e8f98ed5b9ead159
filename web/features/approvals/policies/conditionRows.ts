import { type ASTNode, parse } from '@marcbachmann/cel-js'
import { isKeyOf } from '../../../shared/isKeyOf.ts'
import type { Fact } from './types.ts'

/** The comparisons that the list offers, by type of fact. The first is the default. */
export const comparisonsByType = {
  string: ['is', 'isNot', 'contains', 'startsWith'],
  double: ['max', 'min', 'lessThan', 'moreThan', 'equals'],
  bool: ['isTrue', 'isFalse'],
  'list<string>': ['includes', 'excludes'],
} as const satisfies Record<Fact['type'], readonly string[]>
export type Comparison = (typeof comparisonsByType)[Fact['type']][number]

export interface ConditionRow {
  path: string
  comparison: Comparison
  /** Texts, or one number; empty until a value is entered, and for booleans. */
  values: string[]
}

export interface ConditionRows {
  join: 'all' | 'any'
  rows: ConditionRow[]
}

const numeric = { max: '<=', min: '>=', lessThan: '<', moreThan: '>', equals: '==' } as const
const numericByOperator: Record<string, Comparison> = Object.fromEntries(
  Object.entries(numeric).map(([comparison, operator]) => [operator, comparison as Comparison]),
)

/** Returns the rows of a condition, or undefined if it can be shown only as code. */
export function readCondition(text: string, facts: readonly Fact[]): ConditionRows | undefined {
  if (text.trim() === '') return { join: 'all', rows: [] }
  let tree: ASTNode
  try {
    tree = parse(text).ast
  } catch {
    return undefined
  }
  const types = new Map(facts.map(({ path, type }) => [path, type]))
  const join = tree.op === '||' ? 'any' : 'all'
  const rows = flatten(tree, tree.op === '||' ? '||' : '&&').map((node) => readRow(node, types))
  return rows.every((row) => row !== undefined) ? { join, rows } : undefined
}

export const writeCondition = ({ join, rows }: ConditionRows): string => rows.map(writeRow).join(join === 'all' ? ' && ' : ' || ')

export const newRow = ({ path, type }: Fact): ConditionRow => ({ path, comparison: comparisonsByType[type][0], values: [] })

export const hasValue = ({ comparison, values }: ConditionRow): boolean => {
  if (comparison === 'isTrue' || comparison === 'isFalse') return true
  return comparison === 'is' || comparison === 'isNot' ? values.length > 0 : (values[0] ?? '') !== ''
}

function flatten(node: ASTNode, operator: '&&' | '||'): ASTNode[] {
  return node.op === operator ? node.args.flatMap((each) => flatten(each, operator)) : [node]
}

type Types = ReadonlyMap<string, Fact['type']>

function readRow(node: ASTNode, types: Types): ConditionRow | undefined {
  if (node.op === '!_') {
    const row = readRow(node.args, types)
    const opposite = { is: 'isNot', isTrue: 'isFalse', includes: 'excludes' } as const
    return row && isKeyOf(opposite, row.comparison) ? { ...row, comparison: opposite[row.comparison] } : undefined
  }
  if (node.op === '.') return rowOf(node, 'bool', types, 'isTrue', [])
  if (node.op === 'rcall') {
    const [name, target, [argument]] = node.args
    const value = textOf(argument)
    return (name === 'contains' || name === 'startsWith') && value !== undefined ? rowOf(target, 'string', types, name, [value]) : undefined
  }
  if (node.op === 'in') {
    const [left, right] = node.args
    const value = textOf(left)
    if (value !== undefined) return rowOf(right, 'list<string>', types, 'includes', [value])
    const values = right.op === 'list' ? right.args.map(textOf) : [undefined]
    return values.every((each) => each !== undefined) ? rowOf(left, 'string', types, 'is', values) : undefined
  }
  return readComparison(node, types)
}

function readComparison(node: ASTNode, types: Types): ConditionRow | undefined {
  if (node.op !== '==' && node.op !== '!=' && !isKeyOf(numericByOperator, node.op)) return undefined
  const [left, right] = node.args as [ASTNode, ASTNode]
  const text = textOf(right)
  if (text !== undefined) {
    if (node.op !== '==' && node.op !== '!=') return undefined
    return rowOf(left, 'string', types, node.op === '==' ? 'is' : 'isNot', [text])
  }
  const number = numberOf(right)
  const comparison = numericByOperator[node.op]
  return comparison && number !== undefined ? rowOf(left, 'double', types, comparison, [String(number)]) : undefined
}

function rowOf(node: ASTNode, type: Fact['type'], types: Types, comparison: Comparison, values: string[]): ConditionRow | undefined {
  const path = pathOf(node)
  return path !== undefined && types.get(path) === type ? { path, comparison, values } : undefined
}

const pathOf = (node: ASTNode): string | undefined =>
  node.op === '.' && node.args[0].op === 'id' ? `${node.args[0].args}.${node.args[1]}` : undefined

const textOf = (node: ASTNode | undefined): string | undefined =>
  node?.op === 'value' && typeof node.args === 'string' ? node.args : undefined

function numberOf(node: ASTNode): number | undefined {
  if (node.op === '-_') {
    const number = numberOf(node.args)
    return number === undefined ? undefined : -number
  }
  return node.op === 'value' && typeof node.args === 'number' ? node.args : undefined
}

function writeRow({ path, comparison, values }: ConditionRow): string {
  if (comparison === 'isTrue') return path
  if (comparison === 'isFalse') return `!${path}`
  if (isKeyOf(numeric, comparison)) return `${path} ${numeric[comparison]} ${values[0] === undefined ? '' : decimal(values[0])}`.trimEnd()
  const [first] = values
  if (comparison === 'contains' || comparison === 'startsWith') return `${path}.${comparison}(${JSON.stringify(first ?? '')})`
  if (comparison === 'includes') return `${JSON.stringify(first ?? '')} in ${path}`
  if (comparison === 'excludes') return `!(${JSON.stringify(first ?? '')} in ${path})`
  if (values.length === 1) return `${path} ${comparison === 'is' ? '==' : '!='} ${JSON.stringify(first)}`
  const list = `${path} in [${values.map((value) => JSON.stringify(value)).join(', ')}]`
  return comparison === 'is' ? list : `!(${list})`
}

/** A number without a decimal point is an integer in CEL, which can't be compared with a fact. */
const decimal = (number: string) => (/^-?\d+$/.test(number) ? `${number}.0` : number)
