import { type Static, Type } from 'typebox'
import { PersonRef, Uuid } from '../../../people/schemas.ts'

export const SubstituteApprovalId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const SubstituteSuggestions = Type.Object({
  stage: Type.Integer(),
  stageName: Type.String(),
  need: Type.Unsafe<'unstaffed' | 'unresponsive' | null>({
    type: ['string', 'null'],
    description:
      'unstaffed: there are no approvers, or all are absent; unresponsive: the approvers ignored reminders; null: no substitute is needed.',
  }),
  problem: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Reason why you can’t add a substitute; null if you can.',
  }),
  candidates: Type.Array(Type.Object({ person: PersonRef, reasons: Type.Array(Type.String()) }), {
    description: 'Suggested substitutes, best match first; at most five. You can also choose other people.',
  }),
})
export type SubstituteSuggestions = Static<typeof SubstituteSuggestions>

export const SubstituteChoice = Type.Object(
  {
    stage: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Number of the stage that you saw. The substitute can’t decide in later stages.',
    }),
    personId: Uuid,
    reason: Type.String({ minLength: 10, maxLength: 500, pattern: '^[^\\x00]*\\S[^\\x00]*$' }),
  },
  { additionalProperties: false },
)
