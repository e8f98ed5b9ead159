import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { OutsideError } from './outsideError.ts'

/** What has this shape. NoInfer: where a type is expected, the compiler would otherwise unfold every kind of schema at every call. */
export type Shaped<T extends TSchema> = NoInfer<Static<T>>

/** The value, if it has this shape; what else it carries is left in. Otherwise an OutsideError `unexpectedAnswer`. */
export function checkShape<T extends TSchema>(service: string, value: unknown, schema: T): Shaped<T> {
  if (Value.Check(schema as TSchema, value)) return value as Shaped<T>
  const [first] = Value.Errors(schema, value)
  const where = first ? ` (${first.instancePath || 'the whole'}: ${first.message})` : ''
  const message = `${service} answered with something Slipway does not understand${where}.`
  throw new OutsideError({ service, code: 'unexpectedAnswer', message, retryable: false })
}
