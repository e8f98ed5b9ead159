import type { InputSchema } from '../../../shared/requestTypes.ts'

export const emptySchema: InputSchema = { type: 'object', properties: {}, required: [], additionalProperties: false }

/** Parses the schema, or explains why its form can’t be shown yet. The server checks the rest. */
export function parseSchema(text: string): { value: InputSchema; problem?: undefined } | { value?: undefined; problem: string } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return { problem: `This isn’t valid JSON: ${error instanceof Error ? error.message : 'a syntax error'}.` }
  }
  const schema = parsed as Partial<InputSchema> | null
  if (typeof schema !== 'object' || schema === null || schema.type !== 'object')
    return { problem: 'The schema must be an object with "type": "object".' }
  if (typeof schema.properties !== 'object' || schema.properties === null)
    return { problem: 'The schema needs "properties", one per setting.' }
  if (schema.additionalProperties !== false) return { problem: 'The schema needs "additionalProperties": false.' }
  const kinds = ['string', 'integer', 'number', 'boolean', 'array']
  for (const [name, property] of Object.entries(schema.properties)) {
    if (typeof property !== 'object' || property === null || !kinds.includes(property.type))
      return { problem: `“${name}” needs a type: ${kinds.join(', ')}.` }
    if (property.type === 'array' && !Array.isArray(property.items?.enum))
      return { problem: `“${name}” is a list, so it needs "items" with an enum.` }
    if (property.enum !== undefined && !Array.isArray(property.enum)) return { problem: `The enum of “${name}” must be a list.` }
  }
  if (schema.required !== undefined && !Array.isArray(schema.required)) return { problem: '"required" must be a list of names.' }
  return { value: schema as InputSchema }
}

export const samples: Record<string, { label: string; property: InputSchema['properties'][string] }> = {
  choice: { label: 'Single choice', property: { type: 'string', title: 'Size', enum: ['Small', 'Large'], default: 'Small' } },
  number: {
    label: 'Number',
    property: { type: 'integer', title: 'Quantity', minimum: 1, maximum: 10, default: 1, 'x-scales-price': true },
  },
  text: { label: 'Text', property: { type: 'string', title: 'Name', pattern: '^[a-z][a-z0-9-]*$', minLength: 3, maxLength: 40 } },
  yesNo: { label: 'Yes or no', property: { type: 'boolean', title: 'Highly available', default: false } },
  several: {
    label: 'Multiple choice',
    property: { type: 'array', title: 'Regions', items: { type: 'string', enum: ['UK South', 'UK West'] }, uniqueItems: true },
  },
}

export function withQuestion(text: string, kind: string): string {
  const { value } = parseSchema(text)
  const sample = samples[kind]
  if (!value || !sample) return text
  let name = kind
  for (let n = 2; name in value.properties; n++) name = `${kind}${n}`
  return JSON.stringify({ ...value, properties: { ...value.properties, [name]: sample.property } }, null, 2)
}
