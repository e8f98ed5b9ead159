import { type Static, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Reference = Type.Object({ id: Uuid, name: Type.String() })

export const Proposal = Type.Object({
  person: PersonRef,
  reason: Type.String({ description: 'Why this person is proposed.' }),
  status: Type.Enum(['proposed', 'accepted', 'declined']),
  asked: Type.Boolean({ description: 'False until the person is asked.' }),
})

export const OwnershipGap = Type.Object({
  id: Uuid,
  account: Type.Object({ ...Reference.properties, environment: Type.String() }),
  family: Reference,
  tower: Reference,
  person: PersonRef,
  reason: Type.Enum(['left', 'moved'], {
    description: 'Left: too few active owners remain. Moved: an owner works in another department.',
  }),
  formerDepartment: NullableText,
  openedAt: Timestamp,
  validOwners: Type.Array(PersonRef),
  proposals: Type.Array(Proposal, { description: 'Best first.' }),
  fallback: Type.Union(
    [
      Type.Object({
        at: Timestamp,
        as: Type.Enum(['familyOwner', 'towerLead', 'fallbackGroup']),
        person: PersonRef,
      }),
      Type.Null(),
    ],
    { description: 'The person who becomes an owner if none of the proposed people accepts, and when.' },
  ),
  role: Type.Enum(['proposed', 'owner', 'familyOwner', 'towerLead', 'admin', 'auditor'], {
    description: 'Your part in it.',
  }),
  can: Can,
})
export type OwnershipGap = Static<typeof OwnershipGap>

/** The answer names its gap, so that it never applies to a later one. */
export const GapAnswer = Type.Object({ gapId: Uuid }, { additionalProperties: false })
