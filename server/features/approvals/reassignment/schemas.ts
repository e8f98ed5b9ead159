import { Type } from 'typebox'
import { Uuid } from '../../../people/schemas.ts'

export const ReassignmentId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const ReassignmentBody = Type.Object(
  {
    to: { ...Uuid, description: 'The person who decides with your seat.' },
    stage: Type.Integer({ minimum: 1, maximum: 100, description: 'The stage you saw; it doesn’t carry over to a later one.' }),
    comment: Type.String({ minLength: 3, maxLength: 1_000, pattern: '^[^\\x00]*\\S[^\\x00]*$', description: 'The reason.' }),
  },
  { additionalProperties: false },
)
