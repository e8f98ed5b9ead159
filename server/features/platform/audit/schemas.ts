import { Type } from 'typebox'
import { systemActions } from '../../../audit/systemActions.ts'
import { Can, NullableText, Timestamp, Uuid } from '../../../people/schemas.ts'

export const AuditEventId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const outcomes = ['allowed', 'denied', 'failed'] as const
const Part = Type.Enum(['who', 'subject', 'what'])

const Hash = Type.String({ description: 'SHA-256, 64 hexadecimal digits.' })

export const AuditEvent = Type.Object({
  id: Uuid,
  at: Timestamp,
  operation: Type.String({ description: `An operation id or a system action: ${Object.keys(systemActions).join(', ')}.` }),
  outcome: Type.Enum(outcomes),
  actor: Type.Object({
    id: NullableText,
    displayName: Type.String({ description: 'A person, an API key, Slipway, or an anonymous caller.' }),
    credential: Type.String({ description: 'Id of the session, token or key; not a secret.' }),
  }),
  subject: Type.Union([Type.Object({ kind: Type.String(), id: NullableText, name: NullableText }), Type.Null()]),
  reason: NullableText,
  requestId: Type.String(),
  seq: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Position in the chain; null until the event is chained, usually within 2 seconds.',
  }),
  erased: Type.Array(Part, { description: 'Parts in which personal data was erased.' }),
})

export const Checkpoint = Type.Object({
  seq: Type.Integer(),
  hash: Hash,
  at: Type.String({ description: 'UTC to the microsecond, as it was signed.' }),
  keyId: Type.String(),
  previous: Type.Union([Type.Integer(), Type.Null()], { description: 'Position of the previous checkpoint; 0 if there is none.' }),
  signature: Type.String({ description: 'Ed25519, Base64.' }),
})

const Content = Type.Unknown({ description: 'Values that the operation recorded.' })
export const AuditEventDetail = Type.Object({
  ...AuditEvent.properties,
  before: Content,
  after: Content,
  place: Type.Union(
    [
      Type.Object({
        seq: Type.Integer(),
        hash: Hash,
        previousHash: Hash,
        parts: Type.Object({ who: Hash, subject: Hash, what: Hash }),
        holds: Type.Boolean({ description: 'The event’s hash equals the one in the chain: the event is unchanged.' }),
        checkpoint: Type.Union([Checkpoint, Type.Null()], { description: 'The first checkpoint that covers the event.' }),
      }),
      Type.Null(),
    ],
    { description: 'Null until the event is chained, usually within 2 seconds.' },
  ),
  erasure: Type.Union([Type.Object({ eventId: Uuid, at: Timestamp, by: Type.String(), reason: NullableText }), Type.Null()], {
    description: 'The last erasure of personal data from the event.',
  }),
})

const Finding = Type.Object({
  kind: Type.Enum(['changed', 'missing', 'inserted', 'moved', 'cut', 'forged', 'erased']),
  message: Type.String(),
  seq: Type.Union([Type.Integer(), Type.Null()]),
  eventId: NullableText,
  part: NullableText,
})

export const AuditVerification = Type.Object({
  id: Uuid,
  requestedBy: NullableText,
  requestedAt: Timestamp,
  startedAt: Type.Union([Timestamp, Type.Null()]),
  endedAt: Type.Union([Timestamp, Type.Null()]),
  state: Type.Enum(['waiting', 'running', 'sound', 'broken', 'failed']),
  events: Type.Integer({ description: 'Events checked so far.' }),
  lastSeq: Type.Integer(),
  findings: Type.Array(Finding, { description: 'At most 100.' }),
})

export const AuditStatus = Type.Object({
  lastSeq: Type.Integer({ description: 'The last position in the chain.' }),
  lastHash: NullableText,
  waiting: Type.Integer({ description: 'Events that are not chained yet.' }),
  waitingSince: Type.Union([Timestamp, Type.Null()]),
  checkpoint: Type.Union([Checkpoint, Type.Null()], { description: 'The latest checkpoint.' }),
  key: Type.Object({
    id: Type.String(),
    publicKey: Type.String({ description: 'Public key (PEM). Store it where you verify the trail.' }),
  }),
  kept: Type.Union([Type.Literal('file'), Type.Literal('log')], {
    description: 'File outside the database that checkpoints are appended to.',
  }),
  warnings: Type.Array(Type.Enum(['checkpointsAreKept', 'ownsTrail']), {
    description:
      'Weaknesses of the trail’s protection: checkpoints stay on this machine (reported in production only), or the server’s database role owns the trail’s tables.',
  }),
  verification: Type.Union([AuditVerification, Type.Null()], { description: 'The latest verification, or the one in progress.' }),
  can: Can,
})

const Person = Type.Object({ id: Uuid, displayName: NullableText })
const Counts = {
  who: Type.Integer({ description: 'Events by this person.' }),
  subject: Type.Integer({ description: 'Events about this person.' }),
  what: Type.Integer({ description: 'Events whose content identifies this person.' }),
}
export const ErasureCounts = Type.Object({
  person: Person,
  ...Counts,
  byName: Type.Integer({
    description: 'Other events whose content has their name; unchanged by default, because other people can have the same name.',
  }),
  notYet: Type.Integer({ description: 'Their events that are not chained yet, so they can’t be altered.' }),
})

export const AuditErasure = Type.Object({
  id: Uuid,
  person: Person,
  reason: Type.String(),
  alsoByName: Type.Boolean(),
  status: Type.Enum(['open', 'confirmed', 'withdrawn', 'expired']),
  requestedBy: Type.String(),
  requestedAt: Timestamp,
  expiresAt: Timestamp,
  closedBy: NullableText,
  closedAt: Type.Union([Timestamp, Type.Null()]),
  ...Counts,
  can: Can,
})
