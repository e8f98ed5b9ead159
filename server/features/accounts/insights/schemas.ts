import { Type } from 'typebox'

export const Tags = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } })

/** Every insight accepts these parameters. Spread its `properties` to add more. */
export const InsightQuery = Type.Object(
  {
    refresh: Type.Optional(
      Type.Boolean({ description: 'Refreshes instead of using the last minute’s answer; at most once every ten seconds.' }),
    ),
  },
  { additionalProperties: false },
)

export const Money = Type.Object({ amount: Type.Integer({ description: 'Minor units.' }), currency: Type.String() })

/** Azure counts in whole units with fractions, Slipway in minor units. */
export function minorUnits(units: number): number {
  return Math.round(units * 100)
}
