import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { OutsideError } from './outsideError.ts'

/** The value, if it has this shape; what else it carries is left in. Otherwise an OutsideError `unexpectedAnswer`. */
export function checkShape<T extends TSchema>(service: string, value: unknown, schema: T): Static<T> {
  if (Value.Check(schema, value)) return value
  const [first] = Value.Errors(schema, value)
  const where = first ? ` (${first.instancePath || 'the whole'}: ${first.message})` : ''
  const message = `${service} answered with something Slipway does not understand${where}.`
  throw new OutsideError({ service, code: 'unexpectedAnswer', message, retryable: false })
}
