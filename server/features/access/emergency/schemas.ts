import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { environments } from '../../accounts/accounts/schemas.ts'

const Reference = Type.Object({ id: Uuid, name: Type.String() })
const text = (minLength: number, maxLength: number, description: string) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\x00]*\\S[^\\x00]*$', description })

const minReasonLength = 20
const minReportLength = 50

export const EmergencyId = Type.Object({ id: Uuid }, { additionalProperties: false })

const Scope = Type.Union(
  [
    Type.Object({ kind: Type.Literal('account'), accountId: Uuid }, { additionalProperties: false }),
    Type.Object({ kind: Type.Literal('tower'), towerId: Uuid }, { additionalProperties: false }),
    Type.Object({ kind: Type.Literal('environment'), environment: Type.Enum([...environments]) }, { additionalProperties: false }),
  ],
  { description: 'Accounts that the profile applies to: one account, a tower, or an environment.' },
)
export type EmergencyScope = Static<typeof Scope>

const profile = {
  name: Type.String({ minLength: 2, maxLength: 64, pattern: '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$' }),
  description: Type.String({ maxLength: 500, pattern: '^[^\\x00]*$' }),
  groupName: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: '^[^\\x00-\\x1f]+$',
    description: 'Name of the directory group whose members are on call.',
  }),
  roleDefinitionId: Uuid,
  scope: Scope,
  maxMinutes: Type.Integer({ minimum: 15, maximum: 240 }),
}
export const NewEmergencyProfile = Type.Object(profile, { additionalProperties: false })
export const EmergencyProfileChange = Type.Partial(Type.Object({ ...profile, enabled: Type.Boolean() }), {
  additionalProperties: false,
  minProperties: 1,
})

export const EmergencyProfile = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  group: Type.Object({ id: Uuid, name: Type.String(), members: Type.Integer(), checkedAt: NullableTimestamp }),
  role: Type.Object({ id: Uuid, name: Type.String() }),
  scope: Type.Object({ kind: Type.Enum(['account', 'tower', 'environment']), id: Type.String(), name: Type.String() }),
  maxMinutes: Type.Integer(),
  enabled: Type.Boolean(),
  used: Type.Integer({ description: 'Number of times the profile was used.' }),
  version: Type.Integer(),
  can: Can,
})
export type EmergencyProfile = Static<typeof EmergencyProfile>

export const EmergencyStart = Type.Object(
  {
    profileId: Uuid,
    minutes: Type.Integer({ minimum: 15, maximum: 240 }),
    reason: text(minReasonLength, 1_000, 'The problem and what you plan to do, shown to everyone who is notified.'),
    incident: Type.Optional(
      Type.String({ pattern: '^[Ii][Nn][Cc][0-9]{3,20}$', description: 'Number of an existing incident; if missing, Slipway opens one.' }),
    ),
  },
  { additionalProperties: false },
)
export const EmergencyReport = Type.Object(
  { report: text(minReportLength, 4_000, 'The problem, what you did, and what is left to do.') },
  { additionalProperties: false },
)
export const EmergencyReview = Type.Object(
  {
    decision: Type.Enum(['accept', 'returnReport']),
    comment: Type.Optional(
      Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Required if you request a better report.' }),
    ),
  },
  { additionalProperties: false },
)

export const EmergencyAccess = Type.Object({
  id: Uuid,
  reference: Type.String(),
  account: Reference,
  profile: Reference,
  person: PersonRef,
  role: Type.String(),
  reason: Type.String(),
  minutes: Type.Integer(),
  incident: Nullable(Type.String({ description: 'Number of the incident; null until ServiceNow has it.' })),
  incidentUrl: Nullable(Type.String({ description: 'URL of the incident in ServiceNow.' })),
  status: Type.Enum(['opening', 'active', 'ending', 'ended', 'report', 'closing', 'closed', 'failed']),
  failure: NullableText,
  startsAt: NullableTimestamp,
  endsAt: NullableTimestamp,
  endedAt: NullableTimestamp,
  endedBy: Nullable(PersonRef),
  report: NullableText,
  reportSubmittedAt: NullableTimestamp,
  reportDueAt: NullableTimestamp,
  overdue: Type.Boolean({
    description:
      'True if the report is overdue. The person can’t use emergency access until it is submitted or an administrator lifts the block.',
  }),
  liftedBy: Nullable(PersonRef),
  reviewer: Nullable(PersonRef),
  reviewComment: NullableText,
  reviewedAt: NullableTimestamp,
  createdAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type EmergencyAccess = Static<typeof EmergencyAccess>

export const AccountEmergency = Type.Object({
  active: Type.Array(EmergencyAccess),
  profiles: Type.Array(
    Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), role: Type.String(), maxMinutes: Type.Integer() }),
    { description: 'Profiles whose on-call group you are a member of.' },
  ),
  can: Can,
})
