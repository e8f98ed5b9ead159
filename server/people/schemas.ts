import { type TSchema, type TSchemaOptions, Type } from 'typebox'

export const Uuid = Type.String({ format: 'uuid', maxLength: 36 })
export const Timestamp = Type.String({ format: 'date-time', description: 'Time in ISO 8601 (UTC).' })

export const Nullable = <T extends TSchema>(type: T, options?: TSchemaOptions) => Type.Union([type, Type.Null()], options)

/** A union takes several times longer to serialise. */
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** A union takes several times longer to serialise. */
export const NullableTimestamp = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'Time in ISO 8601 (UTC).',
})

export const PersonRef = Type.Object({
  id: Uuid,
  displayName: Type.String(),
  email: NullableText,
  department: NullableText,
  active: Type.Boolean({ description: 'False if the person is disabled in the directory.' }),
})

export const User = Type.Object({ ...PersonRef.properties, jobTitle: NullableText })

export const Can = Type.Unsafe<Record<string, true | string>>({
  type: 'object',
  additionalProperties: { type: ['boolean', 'string'] },
  description: 'For each action: true if you can do it, otherwise the reason why not.',
})
