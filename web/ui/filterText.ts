import type { FilterField, FilterOperator, FilterToken, FilterValue } from './filterTypes.ts'

/** Filters as text, for copy and paste: `Status is Active and Monthly cost >= 1000`. */

const quote = (text: string) =>
  /^[^\s"\\,()]+( (?!and |or )[^\s"\\,()]+)*$/i.test(text) && !/^(and|or)$/i.test(text) && !/ (and|or)$/i.test(text)
    ? text
    : `"${text.replace(/["\\]/g, '\\$&')}"`

function valueLabel(field: FilterField, value: string): string {
  const optionLabel = typeof field.values === 'function' ? undefined : field.values?.find((option) => option.value === value)?.label
  return optionLabel ?? field.valueLabel?.(value) ?? value
}

export function describeToken(
  token: FilterToken,
  fields: readonly FilterField[],
): { field: FilterField; operator: FilterOperator; values: string[] } | undefined {
  const field = fields.find((item) => item.id === token.field)
  const operator = field?.operators.find((item) => item.id === token.operator)
  return field && operator && { field, operator, values: token.values.map((value) => valueLabel(field, value)) }
}

export function formatFilter(value: FilterValue, fields: readonly FilterField[]): string {
  const textParts = value.tokens.flatMap((token) => {
    const described = describeToken(token, fields)
    return described
      ? [[described.field.label, described.operator.label, described.values.map(quote).join(', ')].filter(Boolean).join(' ')]
      : []
  })
  if (value.text) textParts.push(`"${value.text.replace(/["\\]/g, '\\$&')}"`)
  return textParts.join(` ${value.join} `)
}

function split(text: string, at: RegExp): string[] {
  const parts = ['']
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const mark = quoted ? undefined : at.exec(text.slice(index))?.[0]
    if (mark) {
      parts.push('')
      index += mark.length - 1
      continue
    }
    const letter = text[index]!
    if (quoted && letter === '\\') parts[parts.length - 1] += letter + (text[++index] ?? '')
    else {
      if (letter === '"') quoted = !quoted
      parts[parts.length - 1] += letter
    }
  }
  return parts.map((part) => part.trim())
}

const unquote = (text: string) => (/^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text)

const starts = (text: string, word: string) => text.slice(0, word.length).toLocaleLowerCase() === word.toLocaleLowerCase()

export function readStart(
  text: string,
  fields: readonly FilterField[],
): { field: FilterField; operator: FilterOperator | undefined; rest: string } | undefined {
  const byLength = [...fields].sort((a, b) => b.label.length - a.label.length)
  for (const field of byLength) {
    for (const name of [field.label, field.id]) {
      if (!starts(text, name)) continue
      const after = text.slice(name.length)
      if (after !== '' && /^[\p{L}\p{N}_]/u.test(after)) continue
      const rest = after.trimStart()
      const marks = field.operators.flatMap((operator) =>
        [operator.label, operator.symbol, operator.id].flatMap((mark) => (mark ? [{ operator, mark }] : [])),
      )
      marks.sort((a, b) => b.mark.length - a.mark.length)
      const matchedMark = marks.find(
        ({ mark }) => starts(rest, mark) && (!/[\p{L}\p{N}]$/u.test(mark) || /^(\s|"|$)/.test(rest.slice(mark.length))),
      )
      return { field, operator: matchedMark?.operator, rest: matchedMark ? rest.slice(matchedMark.mark.length).trim() : rest }
    }
  }
  return undefined
}

export function parseValue(typedText: string, field: FilterField): string | undefined {
  const text = typedText.trim()
  if (text === '') return undefined
  const listedOptions = typeof field.values === 'function' ? undefined : field.values
  const matchedMark = listedOptions?.find(
    (option) => option.label.toLocaleLowerCase() === text.toLocaleLowerCase() || option.value === text,
  )
  if (matchedMark) return matchedMark.value
  if (field.type === 'choice' && listedOptions) return undefined
  if (field.type === 'number') return Number.isFinite(Number(text)) ? text : undefined
  if (field.type === 'date') return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  return text
}

export function parseToken(text: string, fields: readonly FilterField[]): FilterToken | undefined {
  const start = readStart(text, fields)
  if (!start?.operator) return undefined
  const valueCount = start.operator.valueCount ?? 'one'
  const token = { field: start.field.id, operator: start.operator.id }
  if (valueCount === 'none') return start.rest === '' ? { ...token, values: [] } : undefined
  const typedValues = valueCount === 'many' ? split(start.rest.replace(/^\((.*)\)$/s, '$1'), /^,/) : [start.rest]
  const values = typedValues.map((item) => parseValue(unquote(item), start.field))
  return values.every((value) => value !== undefined) ? { ...token, values } : undefined
}

const maxSuggestions = 5

export function suggestTokens(typedText: string, fields: readonly FilterField[]): FilterToken[] {
  const text = typedText.toLocaleLowerCase()
  if (text.length < 2) return []
  const found = fields.flatMap(({ id, operators: [operator], values }) => {
    if (!operator || !values || typeof values === 'function') return []
    const matches = values.filter(({ label }) => label.toLocaleLowerCase().includes(text))
    return matches.map(({ value }) => ({ field: id, operator: operator.id, values: [value] }))
  })
  return found.slice(0, maxSuggestions)
}

/** Text that isn’t a condition becomes search text. */
export function parseFilter(text: string, fields: readonly FilterField[]): FilterValue {
  const tokens: FilterToken[] = []
  const free: string[] = []
  const parts = split(text, /^\s+(and|or)\s+/i)
  const join = /\s+or\s+/i.test(text) && parts.length > 1 && split(text, /^\s+and\s+/i).length === 1 ? 'or' : 'and'
  for (const part of parts) {
    const token = parseToken(part, fields)
    if (token) tokens.push(token)
    else if (part) free.push(unquote(part))
  }
  return { join, tokens, text: free.join(' ') }
}
