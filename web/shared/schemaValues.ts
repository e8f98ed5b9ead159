import { formatNumber } from '../ui/format.ts'
import { labelFor } from './labels.ts'
import type { InputProperty, InputSchema } from './requestTypes.ts'

export type InputValue = string | number | boolean | string[]
export type InputValues = Record<string, InputValue>

export function presetValues(schema: InputSchema): InputValues {
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, property]): [string, InputValue][] => {
      if (property.default !== undefined) return [[name, property.default]]
      if (property.type === 'boolean') return [[name, false]]
      return property.type === 'array' && schema.required?.includes(name) ? [[name, []]] : []
    }),
  )
}

export function withDefaults(schema: InputSchema, values: InputValues): InputValues {
  const defaults = Object.entries(schema.properties).flatMap(([name, { default: value }]) =>
    typeof value === 'number' ? [[name, value]] : [],
  )
  return { ...Object.fromEntries(defaults), ...values }
}

export function titleOf(name: string, property: InputProperty): string {
  return property.title ?? name
}

export function hintOf(property: InputProperty): string | undefined {
  const parts = [property.description, boundsOf(property), property['x-scales-price'] && 'The price depends on this value.']
  return parts.filter(Boolean).join(' ') || undefined
}

function boundsOf({ type, minimum, maximum, minLength, maxLength, pattern }: InputProperty): string | undefined {
  if (type === 'integer' || type === 'number') {
    if (minimum !== undefined && maximum !== undefined) return `From ${formatNumber(minimum)} to ${formatNumber(maximum)}.`
    if (minimum !== undefined) return `At least ${formatNumber(minimum)}.`
    return maximum === undefined ? undefined : `At most ${formatNumber(maximum)}.`
  }
  if (type !== 'string') return undefined
  const letters = pattern === '^[a-z][a-z0-9-]*$' ? 'Lowercase letters, digits and hyphens, starting with a letter' : undefined
  const length = minLength && maxLength && maxLength <= 200 ? `${minLength} to ${maxLength} characters` : undefined
  if (letters && length) return `${letters}; ${length}.`
  return (letters ?? length) ? `${letters ?? length}.` : undefined
}

export function missingOf(schema: InputSchema, values: InputValues): Record<string, string> {
  const missing = (schema.required ?? []).filter((name) => values[name] === undefined)
  return Object.fromEntries(missing.map((name) => [name, 'Enter a value.']))
}

export function questionsOf(schema: InputSchema): { name: string; title: string; description: string; optional: boolean }[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    title: titleOf(name, property),
    description: describeType(property),
    optional: !schema.required?.includes(name),
  }))
}

/** Options are their own labels, except regions. */
const toText = (choices: string[]) => choices.map((choice) => labelFor('region', choice)).join(', ')

function describeType(property: InputProperty): string {
  if (property.type === 'boolean') return 'yes or no'
  if (property.enum) return toText(property.enum)
  if (property.type === 'array') return toText(property.items?.enum ?? [])
  return (boundsOf(property) ?? (property.type === 'string' ? 'Text.' : 'A number.')).replace(/\.$/, '')
}
