import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'
import { ExternalError } from './externalError.ts'

export const OptionalString = Type.Optional(Type.String())
export const OptionalStringArray = Type.Optional(Type.Array(Type.String()))
export const OptionalNullableString = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** The type of values of this shape. NoInfer keeps the compiler from expanding every kind of schema at each call with an expected type. */
export type ShapeOf<T extends TSchema> = NoInfer<Static<T>>

/**
 * Checks the shape of a value. Additional fields are kept, and null in an optional field means absent.
 * @throws ExternalError `unexpectedAnswer` that names the field
 * @param at path of the value in the response, for the error
 */
export function checkShape<T extends TSchema>(service: string, value: unknown, schema: T, at = ''): ShapeOf<T> {
  if (matches(schema, value)) return value as ShapeOf<T>
  const input = withoutNulls(schema, value)
  if (matches(schema, input)) return input as ShapeOf<T>
  const [firstError] = Value.Errors(schema, input)
  const errorPath = firstError ? ` (${at + firstError.instancePath || 'the whole'}: ${firstError.message})` : ''
  const message = `${service} returned a response that Slipway doesn’t understand${errorPath}.`
  throw new ExternalError({ service, code: 'unexpectedAnswer', message, retryable: false })
}

const validators = new WeakMap<TSchema, Validator>()
/** Compiling a schema takes as long as checking this many items without it. */
const minItemsToCompile = 50

/** Items of long lists are checked by compiled code, which is a hundred times as fast. */
function matches(schema: TSchema, value: unknown): boolean {
  if (!Type.IsArray(schema) || !Array.isArray(value) || value.length < minItemsToCompile) return Value.Check(schema, value)
  const validator = validators.get(schema.items) ?? Compile(schema.items)
  validators.set(schema.items, validator)
  return value.every((each) => validator.Check(each))
}

/**
 * Copies a value without nulls in optional fields and maps. Services send null where their own specifications only say optional. Azure's
 * 201 for a budget has `currentSpend: null`, and Go's encoder writes null for every empty list.
 */
function withoutNulls(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Type.IsArray(schema)) return Array.isArray(value) ? value.map((each) => withoutNulls(schema.items, each)) : value
  if (Type.IsUnion(schema)) {
    const matchingShape = schema.anyOf
      .map((each) => [each, withoutNulls(each, value)] as const)
      .find(([each, input]) => Value.Check(each, input))
    return matchingShape ? matchingShape[1] : value
  }
  if (Type.IsIntersect(schema)) return schema.allOf.reduce((input, each) => withoutNulls(each, input), value as unknown)
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
