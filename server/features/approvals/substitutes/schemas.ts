import { type Static, Type } from 'typebox'
import { PersonRef, Uuid } from '../../../people/schemas.ts'

export const SubstituteApprovalId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const SubstituteSuggestions = Type.Object({
  stage: Type.Integer(),
  stageName: Type.String(),
  need: Type.Unsafe<'unstaffed' | 'late' | null>({
    type: ['string', 'null'],
    description: 'unstaffed: all approvers are absent, or there are none; late: reminders had no effect; null: not needed.',
  }),
  problem: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Why a substitute can’t be added; null if possible.',
  }),
  candidates: Type.Array(Type.Object({ person: PersonRef, reasons: Type.Array(Type.String()) }), {
    description: 'At most five, best match first; you can also choose others.',
  }),
})
export type SubstituteSuggestions = Static<typeof SubstituteSuggestions>

export const SubstituteChoice = Type.Object(
  {
    stage: Type.Integer({ minimum: 1, maximum: 100, description: 'The stage you saw; it doesn’t carry over to a later one.' }),
    personId: Uuid,
    reason: Type.String({ minLength: 10, maxLength: 500, pattern: '^[^\\x00]*\\S[^\\x00]*$' }),
  },
  { additionalProperties: false },
)
