import { type Static, Type } from 'typebox'
import { Can, NullableText, Timestamp, Uuid } from '../people/schemas.ts'

const NullableTime = Type.Union([Timestamp, Type.Null()])

export const PimRole = Type.Object({
  roleDefinitionId: Type.String({ description: 'The GUID.' }),
  name: Type.String(),
  scope: Type.String({ description: 'Where the eligibility stands, as Azure writes it.' }),
  via: Type.Unsafe<string | null>({ ...NullableText, description: 'The group it comes through; null when it is the person’s own.' }),
  until: NullableTime,
  lets: Type.Array(Type.String(), { description: 'What it lets one do; empty while Azure does not say.' }),
  maxMinutes: Type.Union([Type.Integer(), Type.Null()], { description: 'The longest one may have it; null when Azure does not say.' }),
  requires: Type.Object({ justification: Type.Boolean(), ticket: Type.Boolean(), mfa: Type.Boolean(), approval: Type.Boolean() }),
  active: Type.Union([Type.Object({ until: NullableTime }), Type.Null()], {
    description: 'Until when you have it; null when you have not.',
  }),
  can: Can,
})
export type PimRole = Static<typeof PimRole>

export const PimEligibility = Type.Object({ items: Type.Array(PimRole), fetchedAt: Timestamp })

export const PimActivation = Type.Object(
  {
    roleDefinitionId: Uuid,
    durationMinutes: Type.Integer({ minimum: 5, maximum: 1_440 }),
    justification: Type.String({ minLength: 10, maxLength: 500, pattern: '^[^\\x00]*\\S[^\\x00]*$' }),
    ticket: Type.Optional(
      Type.Object(
        {
          number: Type.String({ pattern: '^[A-Za-z0-9-]{3,40}$', description: 'Such as `CHG0031245`.' }),
          system: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9 .-]{2,40}$', description: 'Default ServiceNow.' })),
        },
        { additionalProperties: false, description: 'Needed when the role’s policy wants one.' },
      ),
    ),
  },
  { additionalProperties: false },
)

export const PimAssignment = Type.Object({
  requestId: Uuid,
  status: Type.Enum(['Provisioned', 'PendingProvisioning', 'PendingApproval']),
  role: Type.String(),
  startsAt: Timestamp,
  endsAt: Timestamp,
})
