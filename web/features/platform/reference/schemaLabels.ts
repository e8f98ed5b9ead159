import { locale } from '../../../ui/locale.ts'
import { type ApiDocument, resolveSchema, type Schema } from './apiDocument.ts'

/** Returns a short type name, such as `text`, `list of PersonRef` or `whole number or nothing`. */
export function describeType(inputSchema: Schema, document: ApiDocument): string {
  const { schema, name } = resolveSchema(inputSchema, document)
  if (name) return name
  if (schema.anyOf) return [...new Set(schema.anyOf.map((item) => describeType(item, document)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return 'one of'
  const types = [schema.type ?? 'anything'].flat()
  return types.map((type) => typeLabel(type, schema, document)).join(' or ')
}

function typeLabel(type: string, schema: Schema, document: ApiDocument): string {
  if (type === 'string') return schema.format === 'uuid' ? 'id' : schema.format === 'date-time' ? 'time' : (schema.format ?? 'text')
  if (type === 'integer') return 'integer'
  if (type === 'boolean') return 'boolean'
  if (type === 'null') return 'null'
  if (type === 'array') return schema.items ? `list of ${describeType(schema.items, document)}` : 'list'
  if (type === 'object' && typeof schema.additionalProperties === 'object')
    return `map of ${describeType(schema.additionalProperties, document)}`
  return type
}

export function describeLimits(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema
  return [
    schema.format === 'uuid' ? undefined : range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'entries'),
    range(minimum, maximum, ''),
    schema.uniqueItems ? 'unique entries' : undefined,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((constraint) => constraint !== undefined)
}

function range(minimum: number | undefined, max: number | undefined, unit: string): string | undefined {
  const number = new Intl.NumberFormat(locale)
  const size =
    minimum !== undefined && max !== undefined
      ? `${number.format(minimum)} to ${number.format(max)}`
      : minimum !== undefined
        ? `at least ${number.format(minimum)}`
        : max !== undefined
          ? `at most ${number.format(max)}`
          : undefined
  return size && `${size} ${unit}`.trim()
}

export function childrenOf(inputSchema: Schema, document: ApiDocument): [name: string, schema: Schema, required: boolean][] {
  const { schema } = resolveSchema(inputSchema, document)
  if (schema.items) return childrenOf(schema.items, document)
  if (schema.anyOf) return schema.anyOf.flatMap((item) => childrenOf(item, document))
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, property]) => [name, property, required.has(name)])
}

export function sampleOf(inputSchema: Schema, document: ApiDocument): unknown {
  const { schema } = resolveSchema(inputSchema, document)
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], document)
  const type = [schema.type].flat()[0]
  if (type === 'object') {
    const entries = childrenOf(schema, document)
    const required = entries.filter(([, , isRequired]) => isRequired)
    const sampledEntries = required.length > 0 ? required : entries.slice(0, 1)
    return Object.fromEntries(sampledEntries.map(([name, property]) => [name, sampleOf(property, document)]))
  }
  if (type === 'array')
    return schema.items && schema.minItems ? Array.from({ length: schema.minItems }, () => sampleOf(schema.items!, document)) : []
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (schema.format === 'uuid') return sampleId
  if (schema.format === 'date-time') return '2026-01-31T09:00:00.000Z'
  return '…'
}

const sampleId = '00000000-0000-4000-8000-000000000000'
