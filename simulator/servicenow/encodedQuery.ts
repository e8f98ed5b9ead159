import type { SnowRecord } from './tables.ts'

type FieldReader = (row: SnowRecord, field: string) => string | undefined

type Condition = (row: SnowRecord) => boolean

interface EncodedQuery {
  matches: Condition
  compare: (a: SnowRecord, b: SnowRecord) => number
}

const operators: Record<string, (value: string, operand: string) => boolean> = {
  ISNOTEMPTY: (value) => value !== '',
  ISEMPTY: (value) => value === '',
  ANYTHING: () => true,
  STARTSWITH: (value, operand) => value.startsWith(operand),
  ENDSWITH: (value, operand) => value.endsWith(operand),
  'NOT LIKE': (value, operand) => !value.includes(operand),
  LIKE: (value, operand) => value.includes(operand),
  'NOT IN': (value, operand) => !operand.split(',').includes(value),
  IN: (value, operand) => operand.split(',').includes(value),
  '!=': (value, operand) => value !== operand,
  '>=': (value, operand) => order(value, operand) >= 0,
  '<=': (value, operand) => order(value, operand) <= 0,
  '=': (value, operand) => value === operand,
  '>': (value, operand) => order(value, operand) > 0,
  '<': (value, operand) => order(value, operand) < 0,
}

const clausePattern = new RegExp(`^([a-z_][a-z0-9_.]*?)(${Object.keys(operators).join('|')})(.*)$`, 's')

/**
 * Compiles `sysparm_query`: conditions joined by `^`, `^OR` (binds to the previous condition) and `^NQ`, with ORDERBY and ORDERBYDESC. A
 * condition with an unknown operator or field is ignored: like the real service, it then returns more rows instead of an error.
 */
export function parseEncodedQuery(text: string, readField: FieldReader, hasField: (field: string) => boolean): EncodedQuery {
  const orders: { field: string; sign: 1 | -1 }[] = []
  const alternatives: Condition[][][] = [[]]
  for (const part of text.split('^')) {
    const [, sort, field] = /^(ORDERBYDESC|ORDERBY)(.+)$/.exec(part) ?? []
    if (field !== undefined) {
      if (hasField(field)) orders.push({ field, sign: sort === 'ORDERBY' ? 1 : -1 })
      continue
    }
    if (part.startsWith('NQ')) alternatives.push([])
    const isOr = part.startsWith('OR')
    const condition = compile(part.replace(/^(NQ|OR)/, ''), readField, hasField)
    if (!condition) continue
    const groups = alternatives.at(-1)!
    if (isOr && groups.length > 0) groups.at(-1)!.push(condition)
    else groups.push([condition])
  }
  return {
    matches: (row) => alternatives.some((groups) => groups.every((group) => group.some((condition) => condition(row)))),
    compare: (a, b) => {
      for (const { field, sign } of orders) {
        const difference = order(readField(a, field) ?? '', readField(b, field) ?? '')
        if (difference !== 0) return sign * difference
      }
      return 0
    },
  }
}

function compile(clause: string, readField: FieldReader, hasField: (field: string) => boolean): Condition | undefined {
  const [, field, operator, operand] = clausePattern.exec(clause) ?? []
  if (field === undefined || operator === undefined || operand === undefined || !hasField(field)) return undefined
  const requestedValue = operand.toLowerCase()
  return (row) => operators[operator]!((readField(row, field) ?? '').toLowerCase(), requestedValue)
}

function order(a: string, b: string): number {
  const difference = Number(a) - Number(b)
  if (a !== '' && b !== '' && !Number.isNaN(difference)) return difference
  return a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0
}
