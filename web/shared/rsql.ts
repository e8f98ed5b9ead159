import type { FilterField, FilterOperator, FilterToken, FilterValue } from '../ui/filterTypes.ts'

/** The filter of a list, as conditions for display and as RSQL for the API and the URL. */

const contains: FilterOperator = { id: '=like=', label: 'contains', symbol: ':' }
const common: Record<string, FilterOperator> = {
  '==': { id: '==', label: 'is', symbol: '=' },
  '!=': { id: '!=', label: 'is not', symbol: '!=' },
  '=in=': { id: '=in=', label: 'is one of', valueCount: 'many' },
  '=out=': { id: '=out=', label: 'is none of', valueCount: 'many' },
  '=gt=': { id: '=gt=', label: 'is more than', symbol: '>' },
  '=ge=': { id: '=ge=', label: 'is at least', symbol: '>=' },
  '=lt=': { id: '=lt=', label: 'is less than', symbol: '<' },
  '=le=': { id: '=le=', label: 'is at most', symbol: '<=' },
}
export const dateOperatorLabels: Partial<Record<string, string>> = {
  '=gt=': 'after',
  '=ge=': 'on or after',
  '=lt=': 'before',
  '=le=': 'on or before',
}

/** `ids` are the operators of a field from an `/options` call. */
export function operatorsOf(type: string, ids: readonly string[]): FilterOperator[] {
  const labelled = ids.flatMap((id) => common[id] ?? [])
  if (type === 'date') return labelled.map((operator) => ({ ...operator, label: dateOperatorLabels[operator.id] ?? operator.label }))
  return type === 'text' ? [contains, ...labelled] : labelled
}

const quoted = (value: string) => (/^[\w*.@:+-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)

function condition({ field, operator, values }: FilterToken): string {
  if (operator === contains.id) return `${field}==${quoted(`*${values[0] ?? ''}*`)}`
  const isListOperator = operator === '=in=' || operator === '=out='
  return field + operator + (isListOperator ? `(${values.map(quoted).join(',')})` : quoted(values[0] ?? ''))
}

/** Returns undefined without conditions. The search text is separate. */
export function writeRsql({ join, tokens }: Pick<FilterValue, 'join' | 'tokens'>): string | undefined {
  return tokens.length === 0 ? undefined : tokens.map(condition).join(join === 'or' ? ',' : ';')
}

const value = String.raw`"(?:[^"\\]|\\.)*"|[^"'();,\s=!<>~]+`
const shape = new RegExp(String.raw`^([A-Za-z]\w*)(==|!=|=[a-z]+=|>=|<=|>|<)(?:\(((?:${value})(?:,(?:${value}))*)\)|(${value}))`)
const signs: Record<string, string> = { '>': '=gt=', '>=': '=ge=', '<': '=lt=', '<=': '=le=' }
const unquote = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)

/** Parses flat RSQL as `writeRsql` writes it; `undefined` for other filters, which only the server can parse. */
export function parseRsql(text: string | undefined): Pick<FilterValue, 'join' | 'tokens'> | undefined {
  const tokens: FilterToken[] = []
  let remainder = text ?? ''
  let join: string | undefined
  while (remainder !== '') {
    const [fullText, field, operator, listText, one] = shape.exec(remainder) ?? []
    if (!fullText || !field || !operator) return undefined
    const values = (listText?.match(new RegExp(value, 'g')) ?? [one ?? '']).map(unquote)
    const first = values[0] ?? ''
    const like = operator === '==' && first.length > 2 && first.startsWith('*') && first.endsWith('*')
    tokens.push(
      like ? { field, operator: contains.id, values: [first.slice(1, -1)] } : { field, operator: signs[operator] ?? operator, values },
    )
    remainder = remainder.slice(fullText.length)
    if (remainder === '') break
    const sign = remainder[0]
    if ((sign !== ';' && sign !== ',') || (join && join !== sign)) return undefined
    join = sign
    remainder = remainder.slice(1)
    if (remainder === '') return undefined
  }
  return { join: join === ',' ? 'or' : 'and', tokens }
}

export function knows(fields: readonly FilterField[], tokens: readonly FilterToken[]): boolean {
  return tokens.every((token) =>
    fields.some(({ id, operators }) => id === token.field && operators.some((operator) => operator.id === token.operator)),
  )
}
