import type { FilterField, FilterOperator, FilterToken, FilterValue } from '../ui/filterTypes.ts'

/** The filter of a list: conditions as people pick them, and RSQL as the server and the address hold it. */

const contains: FilterOperator = { id: '=like=', label: 'contains', symbol: ':' }
const common: Record<string, FilterOperator> = {
  '==': { id: '==', label: 'is', symbol: '=' },
  '!=': { id: '!=', label: 'is not', symbol: '!=' },
  '=in=': { id: '=in=', label: 'is one of', takes: 'many' },
  '=out=': { id: '=out=', label: 'is none of', takes: 'many' },
  '=gt=': { id: '=gt=', label: 'is more than', symbol: '>' },
  '=ge=': { id: '=ge=', label: 'is at least', symbol: '>=' },
  '=lt=': { id: '=lt=', label: 'is less than', symbol: '<' },
  '=le=': { id: '=le=', label: 'is at most', symbol: '<=' },
}
const dates: Partial<Record<string, string>> = { '=gt=': 'after', '=ge=': 'on or after', '=lt=': 'before', '=le=': 'on or before' }

/** The operators of a field as an `/options` call names them, in people's words. */
export function operatorsOf(type: string, ids: readonly string[]): FilterOperator[] {
  const known = ids.flatMap((id) => common[id] ?? [])
  if (type === 'date') return known.map((operator) => ({ ...operator, label: dates[operator.id] ?? operator.label }))
  return type === 'text' ? [contains, ...known] : known
}

const quoted = (value: string) => (/^[\w*.@:+-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)

function condition({ field, operator, values }: FilterToken): string {
  if (operator === contains.id) return `${field}==${quoted(`*${values[0] ?? ''}*`)}`
  const many = operator === '=in=' || operator === '=out='
  return field + operator + (many ? `(${values.map(quoted).join(',')})` : quoted(values[0] ?? ''))
}

/** RSQL of the conditions; nothing when there are none. Free text is not part of it. */
export function writeRsql({ join, tokens }: Pick<FilterValue, 'join' | 'tokens'>): string | undefined {
  return tokens.length === 0 ? undefined : tokens.map(condition).join(join === 'or' ? ',' : ';')
}

const value = String.raw`"(?:[^"\\]|\\.)*"|[^"'();,\s=!<>~]+`
const shape = new RegExp(String.raw`^([A-Za-z]\w*)(==|!=|=[a-z]+=|>=|<=|>|<)(?:\(((?:${value})(?:,(?:${value}))*)\)|(${value}))`)
const signs: Record<string, string> = { '>': '=gt=', '>=': '=ge=', '<': '=lt=', '<=': '=le=' }
const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)

/** Reads RSQL of the flat kind that `writeRsql` writes; `undefined` for any other, which only the server understands. */
export function readRsql(text: string | undefined): Pick<FilterValue, 'join' | 'tokens'> | undefined {
  const tokens: FilterToken[] = []
  let rest = text ?? ''
  let join: string | undefined
  while (rest !== '') {
    const [whole, field, operator, many, one] = shape.exec(rest) ?? []
    if (!whole || !field || !operator) return undefined
    const values = (many?.match(new RegExp(value, 'g')) ?? [one ?? '']).map(unquoted)
    const first = values[0] ?? ''
    const like = operator === '==' && first.length > 2 && first.startsWith('*') && first.endsWith('*')
    tokens.push(
      like ? { field, operator: contains.id, values: [first.slice(1, -1)] } : { field, operator: signs[operator] ?? operator, values },
    )
    rest = rest.slice(whole.length)
    if (rest === '') break
    const sign = rest[0]
    if ((sign !== ';' && sign !== ',') || (join && join !== sign)) return undefined
    join = sign
    rest = rest.slice(1)
    if (rest === '') return undefined
  }
  return { join: join === ',' ? 'or' : 'and', tokens }
}

/** Only conditions that these fields know; a filter with another is shown as it is and not taken apart. */
export function knows(fields: readonly FilterField[], tokens: readonly FilterToken[]): boolean {
  return tokens.every((token) =>
    fields.some(({ id, operators }) => id === token.field && operators.some((operator) => operator.id === token.operator)),
  )
}
