import { Type } from 'typebox'
import { outcomes } from '../../../audit/outcome.ts'
import { systemActions } from '../../../audit/systemActions.ts'
import { Can, Nullable, NullableText, NullableTimestamp, Timestamp, Uuid } from '../../../people/schemas.ts'

export const AuditEventId = Type.Object({ id: Uuid }, { additionalProperties: false })

/** A vote that an event records. */
export const recordedVotes = ['approve', 'reject', 'requestChanges'] as const

const Part = Type.Enum(['who', 'subject', 'what'])

const Hash = Type.String({ description: 'SHA-256 hash as 64 hexadecimal digits.' })

export const AuditEvent = Type.Object({
  id: Uuid,
  at: Timestamp,
  operation: Type.String({ description: `Operation ID of the call, or a system action: ${Object.keys(systemActions).join(', ')}.` }),
  outcome: Type.Enum(outcomes, {
    description:
      'denied: the caller is not permitted; stepUpNeeded: only a recent second factor was missing; failed: a rule or an error prevented the change; invalidRequest: the input was invalid.',
  }),
  actor: Type.Object({
    id: NullableText,
    displayName: Type.String({ description: 'Name of the actor: a person, an API key, Slipway, or an anonymous caller.' }),
    credential: Type.String({ description: 'ID of the session, token or key; not a secret.' }),
  }),
  subject: Type.Union([Type.Object({ kind: Type.String(), id: NullableText, name: NullableText }), Type.Null()]),
  vote: Nullable(Type.Enum([...recordedVotes], { description: 'The vote of a decision that was counted.' })),
  reason: NullableText,
  requestId: Type.String(),
  seq: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Position in the chain; null until the event is chained, usually within 2 seconds.',
  }),
  erased: Type.Array(Part, { description: 'Parts of the event in which personal data was erased.' }),
})

export const Checkpoint = Type.Object({
  seq: Type.Integer(),
  hash: Hash,
  at: Type.String({ description: 'Time in UTC to the microsecond, as it was signed.' }),
  keyId: Type.String(),
  previous: Type.Union([Type.Integer(), Type.Null()], { description: 'Position of the previous checkpoint; 0 if there is none.' }),
  signature: Type.String({ description: 'Ed25519 signature in Base64.' }),
})

const Content = Type.Unknown({ description: 'Values that the operation recorded.' })
export const AuditEventDetail = Type.Object({
  ...AuditEvent.properties,
  before: Content,
  after: Content,
  names: Type.Record(Type.String(), Type.String(), {
    description: 'Current names of people, groups, towers and sandbox templates in `before` and `after`, by ID.',
  }),
  chainLink: Type.Union(
    [
      Type.Object({
        seq: Type.Integer(),
        hash: Hash,
        previousHash: Hash,
        parts: Type.Object({ who: Hash, subject: Hash, what: Hash }),
        valid: Type.Boolean({ description: 'True if the event is unchanged: its hash equals the one in the chain.' }),
        checkpoint: Type.Union([Checkpoint, Type.Null()], { description: 'The first checkpoint that covers the event.' }),
      }),
      Type.Null(),
    ],
    { description: 'Proof that the event is in the chain; null until it is chained, usually within 2 seconds.' },
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
  startedAt: NullableTimestamp,
  endedAt: NullableTimestamp,
  state: Type.Enum(['waiting', 'running', 'sound', 'broken', 'failed']),
  events: Type.Integer({ description: 'Number of events checked so far.' }),
  lastSeq: Type.Integer(),
  findings: Type.Array(Finding, { description: 'Findings; at most 100.' }),
})

export const AuditStatus = Type.Object({
  lastSeq: Type.Integer({ description: 'Last position in the chain.' }),
  lastHash: NullableText,
  waiting: Type.Integer({ description: 'Number of events that aren’t in the chain yet.' }),
  waitingSince: NullableTimestamp,
  checkpoint: Type.Union([Checkpoint, Type.Null()], { description: 'The latest checkpoint.' }),
  key: Type.Object({
    id: Type.String(),
    publicKey: Type.String({ description: 'Public key (PEM). Store it where you verify the trail.' }),
  }),
  kept: Type.Union([Type.Literal('file'), Type.Literal('log')], {
    description:
      'Where checkpoints are also written outside the database. file: they are appended to the configured file; log: they are only in the server log.',
  }),
  warnings: Type.Array(Type.Enum(['checkpointsAreKept', 'ownsTrail']), {
    description:
      'Weaknesses in the protection of the audit trail: checkpoints are stored only on this server (reported in production only), or the server’s database role owns the audit tables.',
  }),
  verification: Type.Union([AuditVerification, Type.Null()], { description: 'The latest verification, or the one in progress.' }),
  can: Can,
})

const Person = Type.Object({ id: Uuid, displayName: NullableText })
const Counts = {
  who: Type.Integer({ description: 'Number of events by this person.' }),
  subject: Type.Integer({ description: 'Number of events about this person.' }),
  what: Type.Integer({ description: 'Number of events whose content identifies this person.' }),
}
export const ErasureCounts = Type.Object({
  person: Person,
  ...Counts,
  byName: Type.Integer({
    description:
      'Number of other events whose content contains the person’s name. They stay unchanged by default, because other people can have the same name.',
  }),
  unchained: Type.Integer({ description: 'Number of the person’s events that can’t be altered yet, because they aren’t in the chain.' }),
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
  closedAt: NullableTimestamp,
  ...Counts,
  can: Can,
})
