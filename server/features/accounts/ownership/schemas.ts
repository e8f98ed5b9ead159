import { type Static, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Reference = Type.Object({ id: Uuid, name: Type.String() })

const Proposal = Type.Object({
  person: PersonRef,
  reason: Type.String({ description: 'Reason why this person is proposed.' }),
  status: Type.Enum(['proposed', 'accepted', 'declined']),
  notified: Type.Boolean(),
})

export const OwnershipGap = Type.Object({
  id: Uuid,
  account: Type.Object({ ...Reference.properties, environment: Type.String() }),
  family: Reference,
  tower: Reference,
  person: PersonRef,
  reason: Type.Enum(['left', 'moved'], {
    description: 'left: an owner left and too few active owners remain; moved: an owner moved to another department.',
  }),
  formerDepartment: NullableText,
  openedAt: Timestamp,
  validOwners: Type.Array(PersonRef),
  proposals: Type.Array(Proposal, { description: 'Proposed people, best match first.' }),
  fallback: Type.Union(
    [
      Type.Object({
        at: Timestamp,
        as: Type.Enum(['familyOwner', 'towerLead', 'fallbackGroup']),
        person: PersonRef,
      }),
      Type.Null(),
    ],
    { description: 'Person who becomes an owner if no proposed person accepts, and when.' },
  ),
  role: Type.Enum(['proposed', 'owner', 'familyOwner', 'towerLead', 'admin', 'auditor'], {
    description: 'Your role in this gap.',
  }),
  can: Can,
})
export type OwnershipGap = Static<typeof OwnershipGap>

/** The answer names the gap that the person saw, so that it never applies to a later gap. */
export const GapResponse = Type.Object({ gapId: Uuid }, { additionalProperties: false })
