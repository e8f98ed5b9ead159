import { Type } from 'typebox'

export const Tags = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } })
