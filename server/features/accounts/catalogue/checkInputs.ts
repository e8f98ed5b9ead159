import type { FieldProblem } from '../../../errors.ts'
import type { InputProperty, InputSchema, InputValue } from './inputSchema.ts'

export function checkInputs(schema: InputSchema, values: Record<string, unknown>): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const field of schema.required ?? []) if (!Object.hasOwn(values, field)) problems.push({ field, message: 'is needed' })
  for (const [field, value] of Object.entries(values)) {
    const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined
    const message = property ? checkValue(property, value) : 'isn’t an input of this catalogue item'
    if (message) problems.push({ field, message })
  }
  return problems
}

function checkValue(property: InputProperty, value: unknown): string | undefined {
  switch (property.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be yes or no'
    case 'integer':
    case 'number':
      return checkNumber(property, value)
    case 'string':
      return checkText(property, value)
    case 'array':
      return checkList(property, value)
  }
}

function checkNumber({ type, minimum, maximum }: InputProperty, value: unknown): string | undefined {
  const numberLabel = type === 'integer' ? 'a whole number' : 'a number'
  const isValidNumber = typeof value === 'number' && Number.isFinite(value) && (type === 'number' || Number.isInteger(value))
  if (isValidNumber && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)) return undefined
  return `must be ${numberLabel}${range(minimum, maximum)}`
}

function checkText({ minLength, maxLength, pattern, enum: choices }: InputProperty, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be text'
  if (choices && !choices.includes(value)) return 'is not one of the choices'
  const length = [...value].length
  if (length < (minLength ?? 0) || length > (maxLength ?? Infinity))
    return `must be text${range(minLength || undefined, maxLength)}${maxLength === 1 ? ' character' : ' characters'}`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return `must match the format ${pattern}`
  return undefined
}

function checkList({ items, minItems, maxItems, uniqueItems }: InputProperty, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) return 'must be a list of choices'
  if (items && value.some((each) => !items.enum.includes(each))) return 'includes a value that isn’t one of the choices'
  if (uniqueItems && new Set(value).size !== value.length) return 'includes the same choice twice'
  if (value.length < (minItems ?? 0) || value.length > (maxItems ?? Infinity))
    return `must have${range(minItems, maxItems).replace(' of ', ' ')} choices`
  return undefined
}

function range(lowest: number | undefined, max: number | undefined): string {
  if (lowest !== undefined && max !== undefined) return ` from ${lowest} to ${max}`
  if (lowest !== undefined) return ` of at least ${lowest}`
  return max === undefined ? '' : ` of at most ${max}`
}

const quantifierPattern = /[*+]|\{\d+,\d*\}/g

export function checkInputSchema(schema: InputSchema): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const field of schema.required ?? [])
    if (!Object.hasOwn(schema.properties, field)) problems.push({ field: 'inputs.required', message: `${field} isn’t one of the inputs` })
  for (const [name, property] of Object.entries(schema.properties)) {
    const message = checkProperty(property)
    if (message) problems.push({ field: `inputs.properties.${name}`, message })
  }
  return problems
}

function checkProperty(property: InputProperty): string | undefined {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems, items, pattern } = property
  const isNumber = type === 'integer' || type === 'number'
  if ((minimum ?? 0) > (maximum ?? Infinity) || (minLength ?? 0) > (maxLength ?? Infinity) || (minItems ?? 0) > (maxItems ?? Infinity))
    return 'has a minimum above its maximum'
  if (type === 'array' && !items) return 'is a list, so its items must have choices'
  if (property.enum && type !== 'string') return 'has choices, so its type must be string'
  if (property['x-price-factors'] && Object.keys(property['x-price-factors']).some((choice) => !property.enum?.includes(choice)))
    return 'has a price for a value that isn’t one of its choices'
  if (property['x-scales-price'] && !(isNumber && typeof property.default === 'number' && property.default > 0))
    return 'scales the price, so it must be a number with a default greater than 0'
  const badPattern = pattern === undefined ? undefined : checkPattern(pattern, type, maxLength)
  if (badPattern) return badPattern
  const badDefault = property.default === undefined ? undefined : checkValue(property, property.default)
  return badDefault && `has a default that ${badDefault}`
}

/** Accepts only patterns that match in nearly linear time: without repeated groups or back references, with few repeats, on short text. */
function checkPattern(pattern: string, type: string, maxLength: number | undefined): string | undefined {
  if (type !== 'string') return 'has a pattern, so its type must be string'
  if ((maxLength ?? Infinity) > 200) return 'has a pattern, so it needs a maxLength of at most 200'
  try {
    new RegExp(pattern, 'u')
  } catch {
    return 'has a pattern that isn’t a valid regular expression'
  }
  const isComplex = /\)(?:[*+]|\{)/.test(pattern) || /\\[1-9k]/.test(pattern) || (pattern.match(quantifierPattern)?.length ?? 0) > 2
  return isComplex ? 'has a pattern that could be slow: remove repeated groups, and use at most two open-ended repeats' : undefined
}

/**
 * Returns the monthly price in minor units. The item's estimate is for the default values; inputs with `x-scales-price` or
 * `x-price-factors` scale it in proportion to their defaults.
 */
export function priceOf(item: { inputs: InputSchema; monthly_estimate: { amount: number } }, values: Record<string, InputValue>): number {
  let amount = item.monthly_estimate.amount
  for (const [name, property] of Object.entries(item.inputs.properties)) {
    const value = Object.hasOwn(values, name) ? values[name] : property.default
    if (property['x-scales-price'] && typeof value === 'number' && typeof property.default === 'number') amount *= value / property.default
    if (property['x-price-factors']) amount *= factorOf(property, value) / factorOf(property, property.default)
  }
  return Math.round(amount)
}

function factorOf({ 'x-price-factors': factors = {} }: InputProperty, value: InputValue | undefined): number {
  return typeof value === 'string' && Object.hasOwn(factors, value) ? factors[value]! : 1
}
