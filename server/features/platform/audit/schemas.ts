import { Type } from 'typebox'
import { deeds } from '../../../audit/deeds.ts'
import { Can, NullableText, Timestamp, Uuid } from '../../../people/schemas.ts'

export const AuditEventId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const outcomes = ['allowed', 'denied', 'failed'] as const
const Part = Type.Enum(['who', 'subject', 'what'])

const Hash = Type.String({ description: 'SHA-256, 64 hexadecimal digits.' })

export const AuditEvent = Type.Object({
  id: Uuid,
  at: Timestamp,
  operation: Type.String({ description: `The call, or what Slipway did by itself: ${Object.keys(deeds).join(', ')}.` }),
  outcome: Type.Enum(outcomes),
  actor: Type.Object({
    id: NullableText,
    displayName: Type.String({ description: 'A person, a key, Slipway itself, or nobody signed in.' }),
    credential: Type.String({ description: 'Session, token or key: names it, is no secret.' }),
  }),
  subject: Type.Union([Type.Object({ kind: Type.String(), id: NullableText, name: NullableText }), Type.Null()]),
  reason: NullableText,
  requestId: Type.String(),
  seq: Type.Union([Type.Integer(), Type.Null()], { description: 'Its number in the chain; null for the second or two until it has one.' }),
  erased: Type.Array(Part, { description: 'Parts in which personal data was erased lawfully.' }),
})

export const Checkpoint = Type.Object({
  seq: Type.Integer(),
  hash: Hash,
  at: Type.String({ description: 'UTC to the microsecond, as it was signed.' }),
  keyId: Type.String(),
  previous: Type.Union([Type.Integer(), Type.Null()], { description: 'The number of the checkpoint before; 0: there is none.' }),
  signature: Type.String({ description: 'Ed25519, Base64.' }),
})

const Content = Type.Unknown({ description: 'As the call recorded it.' })
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
        holds: Type.Boolean({ description: 'The event hashes to what the chain says of it: it is as it was written.' }),
        checkpoint: Type.Union([Checkpoint, Type.Null()], { description: 'The first that covers it.' }),
      }),
      Type.Null(),
    ],
    { description: 'Null for the second or two until it is chained.' },
  ),
  erasure: Type.Union([Type.Object({ eventId: Uuid, at: Timestamp, by: Type.String(), reason: NullableText }), Type.Null()], {
    description: 'The last order under which personal data was erased from it.',
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
  events: Type.Integer({ description: 'Looked at so far.' }),
  lastSeq: Type.Integer(),
  findings: Type.Array(Finding, { description: 'At most a hundred.' }),
})

export const AuditStatus = Type.Object({
  lastSeq: Type.Integer({ description: 'The end of the chain.' }),
  lastHash: NullableText,
  waiting: Type.Integer({ description: 'Events that have no place yet.' }),
  waitingSince: Type.Union([Timestamp, Type.Null()]),
  checkpoint: Type.Union([Checkpoint, Type.Null()], { description: 'The last.' }),
  key: Type.Object({ id: Type.String(), publicKey: Type.String({ description: 'PEM: keep it where verifications are made.' }) }),
  kept: Type.Union([Type.Literal('file'), Type.Literal('log')], { description: 'Where checkpoints go beside the database.' }),
  warnings: Type.Array(Type.Enum(['checkpointsStay', 'ownsTrail']), {
    description:
      'What leaves the trail without a part of its protection: checkpoints do not leave the machine (told in production), or the role that the server runs with owns the tables of the trail.',
  }),
  verification: Type.Union([AuditVerification, Type.Null()], { description: 'The last that was asked for, or is under way.' }),
  can: Can,
})

const Person = Type.Object({ id: Uuid, displayName: NullableText })
const Counts = {
  who: Type.Integer({ description: 'Events in which it stands that they did something.' }),
  subject: Type.Integer({ description: 'Events that are about them.' }),
  what: Type.Integer({ description: 'Events whose content identifies them.' }),
}
export const ErasureCounts = Type.Object({
  person: Person,
  ...Counts,
  byName: Type.Integer({
    description: 'Further events whose content holds their name; left alone unless asked for, as others may be called so.',
  }),
  notYet: Type.Integer({ description: 'Events of theirs that have no place in the chain yet and cannot be altered.' }),
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
