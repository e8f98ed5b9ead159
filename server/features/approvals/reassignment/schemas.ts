import { Type } from 'typebox'
import { Uuid } from '../../../people/schemas.ts'

export const ReassignmentId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const ReassignmentBody = Type.Object(
  {
    to: { ...Uuid, description: 'ID of the person who decides with your seat.' },
    stage: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Number of the stage that you saw. The reassignment doesn’t apply to later stages.',
    }),
    comment: Type.String({
      minLength: 3,
      maxLength: 1_000,
      pattern: '^[^\\x00]*\\S[^\\x00]*$',
      description: 'Reason for the reassignment.',
    }),
  },
  { additionalProperties: false },
)
