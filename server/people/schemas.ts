import { Type } from 'typebox'

export const Uuid = Type.String({ format: 'uuid', maxLength: 36 })
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })

/** Written as one type, because a union is several times slower to serialize. */
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** Written as one type, for the same reason. */
export const NullableTimestamp = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'ISO 8601, UTC',
})

export const PersonRef = Type.Object({
  id: Uuid,
  displayName: Type.String(),
  email: NullableText,
  department: NullableText,
  active: Type.Boolean({ description: 'False once disabled in the directory.' }),
})

export const User = Type.Object({ ...PersonRef.properties, jobTitle: NullableText })

export const Can = Type.Unsafe<Record<string, true | string>>({
  type: 'object',
  additionalProperties: { type: ['boolean', 'string'] },
  description: 'Each action: true, or why not in words.',
})
