import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { OutsideError } from './outsideError.ts'

/** A value of this shape. NoInfer keeps the compiler from expanding every kind of schema at each call with an expected type. */
export type Shaped<T extends TSchema> = NoInfer<Static<T>>

/**
 * Checks the value's shape; additional fields are kept, and null in an optional field counts as absent. Otherwise it throws an OutsideError
 * `unexpectedAnswer` that names the field.
 * @param at path of the value in the response, for the error
 */
export function checkShape<T extends TSchema>(service: string, value: unknown, schema: T, at = ''): Shaped<T> {
  if (Value.Check(schema as TSchema, value)) return value as Shaped<T>
  const given = withoutNulls(schema, value)
  if (Value.Check(schema as TSchema, given)) return given as Shaped<T>
  const [first] = Value.Errors(schema, given)
  const where = first ? ` (${at + first.instancePath || 'the whole'}: ${first.message})` : ''
  const message = `${service} sent an answer that Slipway doesn’t understand${where}.`
  throw new OutsideError({ service, code: 'unexpectedAnswer', message, retryable: false })
}

/**
 * Copies a value without nulls in optional fields and maps. Services write null where their own specifications say only optional: Azure's
 * 201 for a budget has `currentSpend: null`, Go's encoder writes null for every empty list.
 */
function withoutNulls(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Type.IsArray(schema)) return Array.isArray(value) ? value.map((each) => withoutNulls(schema.items, each)) : value
  if (Type.IsUnion(schema)) {
    const fitting = schema.anyOf.map((each) => [each, withoutNulls(each, value)] as const).find(([each, given]) => Value.Check(each, given))
    return fitting ? fitting[1] : value
  }
  if (Type.IsIntersect(schema)) return schema.allOf.reduce((given, each) => withoutNulls(each, given), value as unknown)
  const fieldSchema = fieldsOf(schema)
  if (!fieldSchema || Array.isArray(value)) return value
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const field = fieldSchema(name)
    if (!field) return [[name, each]]
    return each === null && field.optional && !Value.Check(field.schema, null) ? [] : [[name, withoutNulls(field.schema, each)]]
  })
  return Object.fromEntries(fields)
}

function fieldsOf(schema: TSchema): ((name: string) => { schema: TSchema; optional: boolean } | undefined) | undefined {
  if (Type.IsRecord(schema)) {
    const [inner] = Object.values(schema.patternProperties as Record<string, TSchema>)
    return () => inner && { schema: inner, optional: true }
  }
  if (!Type.IsObject(schema)) return undefined
  const { properties } = schema as TObject
  return (name) =>
    Object.hasOwn(properties, name) ? { schema: properties[name]!, optional: Type.IsOptional(properties[name]!) } : undefined
}
