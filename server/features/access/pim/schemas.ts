import { type Static, type TSchema, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const NullableTime = Nullable(Timestamp)

export const PimActivation = Type.Object({
  id: Uuid,
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  person: PersonRef,
  roleDefinitionId: Uuid,
  role: Type.String(),
  status: Type.String({
    description:
      '`pending_approval`, `sending`, `scheduled`, `active`, `ending`, or how it ended: `ended`, `deactivated`, `cancelled`, `denied`, `expired`, `failed`.',
  }),
  minutes: Type.Integer({ description: 'The duration.' }),
  maxMinutes: Type.Integer({ description: 'The maximum of its policy.' }),
  startsAt: Type.Unsafe<string | null>({ ...NullableText, description: 'Null for as soon as Azure has it.' }),
  endsAt: NullableTime,
  /** The time from which Azure accepts the deactivation, while that is pending. */
  deactivatesAt: Type.Unsafe<string | null>({ ...NullableText, description: 'When it is deactivated, if Azure delays that.' }),
  justification: Type.String(),
  ticket: Type.Unsafe<string | null>({ ...NullableText }),
  ticketUrl: Type.Unsafe<string | null>({ ...NullableText, description: 'Where the ticket is opened in ServiceNow.' }),
  approvalId: Nullable(Uuid),
  requestedUntil: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'The requested end of a pending extension.',
  }),
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it wasn’t activated, or not as requested.' }),
  createdAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type PimActivation = Static<typeof PimActivation>

export const PimActivationSummary = Type.Object({
  id: Uuid,
  status: Type.String(),
  role: Type.String(),
  minutes: Type.Integer(),
  startsAt: NullableTime,
  requestedUntil: Type.Unsafe<string | null>({ ...NullableText, description: 'The role is active and an extension to then is requested.' }),
  justification: Type.String(),
  ticket: Type.Unsafe<string | null>({ ...NullableText }),
  environment: Type.String(),
  account: Type.Object({ id: Uuid, name: Type.String() }),
})

export const PimRole = Type.Object({
  roleDefinitionId: Type.String({ description: 'The GUID.' }),
  name: Type.String(),
  scope: Type.String({ description: 'The scope of the eligibility, as Azure writes it.' }),
  via: Type.Unsafe<string | null>({ ...NullableText, description: 'The group it comes through; null for your own.' }),
  until: NullableTime,
  lets: Type.Array(Type.String(), { description: 'What it allows; empty if Azure doesn’t say.' }),
  maxMinutes: Nullable(Type.Integer({ description: 'The maximum duration; null if Azure doesn’t say.' })),
  requires: Type.Object({ justification: Type.Boolean(), ticket: Type.Boolean(), mfa: Type.Boolean(), approval: Type.Boolean() }),
  approvers: Type.Array(Type.String(), { description: 'The approvers, as Azure’s policy names them.' }),
  active: Nullable(Type.Object({ until: NullableTime }, { description: 'Until when it is active; null if it isn’t.' })),
  activation: Nullable(PimActivation),
  can: Can,
})
export type PimRole = Static<typeof PimRole>

export const PimEligibility = Type.Object({ items: Type.Array(PimRole), fetchedAt: Timestamp })

const AccountBrief = Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() })

export const PlacedPimRole = Type.Object({
  ...PimRole.properties,
  account: Type.Union([AccountBrief, Type.Null()], {
    description: 'Null for roles above the accounts, which you can activate in any of them.',
  }),
})
export type PlacedPimRole = Static<typeof PlacedPimRole>

export const PimRoles = Type.Object({
  items: Type.Array(PlacedPimRole),
  fetchedAt: Timestamp,
  unanswered: Type.Array(AccountBrief, { description: 'Accounts whose rules couldn’t be read.' }),
})

export const PimRoleDetail = Type.Object({
  roleDefinitionId: Uuid,
  name: Type.String(),
  kind: Type.Enum(['builtIn', 'custom']),
  description: Type.String(),
  lets: Type.Array(Type.String(), { description: 'What it allows.' }),
  grantsAccess: Type.Boolean({ description: 'It allows to grant access to others.' }),
  eligible: Type.Array(PlacedPimRole, { description: 'Where you can activate it, with the rules there.' }),
  fetchedAt: Timestamp,
})

const text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength, pattern: '^[^\\x00]*\\S[^\\x00]*$' })
export const Minutes = Type.Integer({ minimum: 5, maximum: 1_440 })
export const Justification = text(10, 500)

export const PimActivationWanted = Type.Object(
  {
    roleDefinitionId: Uuid,
    durationMinutes: Minutes,
    justification: Justification,
    startsAt: Type.Optional(
      Type.String({ format: 'date-time', maxLength: 40, description: 'The start, at most 30 days from now; if missing, immediately.' }),
    ),
    ticket: Type.Optional(
      Type.Object(
        {
          number: Type.String({ pattern: '^[A-Za-z0-9-]{3,40}$', description: 'Such as `CHG0031245`.' }),
          system: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9 .-]{2,40}$', description: 'Default: ServiceNow.' })),
        },
        { additionalProperties: false, description: 'Required if the role’s policy needs one.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type PimActivationWanted = Static<typeof PimActivationWanted>

export const PimActivationId = Type.Object({ id: Uuid }, { additionalProperties: false })
