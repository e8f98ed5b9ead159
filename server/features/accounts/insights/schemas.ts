import { Type } from 'typebox'

export const Tags = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } })

export const InsightQuery = Type.Object(
  {
    refresh: Type.Optional(
      Type.Boolean({
        description: 'Refresh the data instead of returning it from the cache (one minute); at most once every ten seconds.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Money = Type.Object({
  amount: Type.Integer({ description: 'Amount in minor units of the currency.' }),
  currency: Type.String(),
})
