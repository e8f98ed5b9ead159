import { type Static, Type } from 'typebox'
import { groupIds, kindIds } from '../../../notifications/kinds.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const channelTypes = ['mail', 'slack', 'teams', 'webhook'] as const
export const deliveryStatuses = ['waiting', 'failed', 'sent', 'givenUp', 'suppressed'] as const
export const maxChannels = 50
/** Hours in which messages are signed with the previous secret too. */
export const overlapHours = 24

const ScopeRef = Type.Union([Type.Object({ id: Uuid, name: Type.String() }), Type.Null()])

export const NotificationTopic = Type.Enum([...groupIds, ...kindIds])

export const Channel = Type.Object({
  id: Uuid,
  type: Type.Enum([...channelTypes]),
  name: Type.String(),
  address: Type.String({ description: 'Part of the URL, to identify it. The rest can contain a secret and is never shown again.' }),
  topics: Type.Array(Type.String(), { description: 'Groups and kinds of notifications that the channel gets.' }),
  tower: ScopeRef,
  family: ScopeRef,
  account: ScopeRef,
  enabled: Type.Boolean(),
  disabledReason: NullableText,
  state: Type.Enum(['working', 'unused', 'failing', 'off', 'notSetUp']),
  failingSince: NullableText,
  nextAttemptAt: NullableText,
  lastSentAt: NullableText,
  lastProblem: NullableText,
  oldSecretUntil: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Time until which messages are also signed with the previous secret.',
  }),
  waiting: Type.Integer({ description: 'Number of messages that aren’t sent yet.' }),
  createdBy: Type.Union([PersonRef, Type.Null()]),
  createdAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type Channel = Static<typeof Channel>

const Secret = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'Signing secret of a webhook (Standard Webhooks), shown only once; null for chats.',
})
export const CreatedChannel = Type.Object({ ...Channel.properties, secret: Secret })

const nullableOf = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', maxLength: 36, description })
const fields = {
  name: Type.String({ minLength: 2, maxLength: 80, pattern: '^\\S([^\\x00-\\x1f]*\\S)?$', description: 'Unique name, ignoring case.' }),
  url: Type.String({
    minLength: 9,
    maxLength: 2_000,
    pattern: '^https://[^\\s\\x00-\\x1f]+$',
    description: 'URL that receives the messages; https only.',
  }),
  topics: Type.Array(NotificationTopic, {
    minItems: 1,
    maxItems: 80,
    uniqueItems: true,
    description: 'Groups and kinds of notifications to send.',
  }),
  towerId: nullableOf('Send only notifications about this tower. Set at most one of tower, family and account.'),
  familyId: nullableOf('Send only notifications about this family.'),
  accountId: nullableOf('Send only notifications about this account.'),
}
const { name, url, topics, ...scope } = fields
export const NewChannel = Type.Object(
  { type: Type.Enum(['slack', 'teams', 'webhook']), name, url, topics, ...Type.Partial(Type.Object(scope)).properties },
  { additionalProperties: false },
)
export type NewChannel = Static<typeof NewChannel>
export const ChannelChange = Type.Partial(
  Type.Object({
    ...fields,
    enabled: Type.Boolean({ description: 'Whether the channel is switched on. For email, you can change only this field.' }),
  }),
  { additionalProperties: false, minProperties: 1 },
)
export type ChannelChange = Static<typeof ChannelChange>
export const ChannelId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const Delivery = Type.Object({
  id: Type.String({
    description: 'ID of the message (Message-ID, webhook-id); the same in every attempt, so that receivers can detect duplicates.',
  }),
  channel: Type.Object({ id: Uuid, type: Type.Enum([...channelTypes]), name: Type.String() }),
  person: Type.Union([PersonRef, Type.Null()], { description: 'Recipient of the email; null for chats and webhooks.' }),
  kind: Type.String(),
  kindLabel: Type.String(),
  subjectKind: Type.String(),
  subjectId: Uuid,
  title: Type.String(),
  status: Type.Enum([...deliveryStatuses]),
  digest: Type.Boolean({ description: 'True if the message is sent with the daily summary.' }),
  attempts: Type.Integer(),
  answer: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Last response of the receiver, or why the message wasn’t sent.',
  }),
  createdAt: Timestamp,
  attemptedAt: NullableText,
  sentAt: NullableText,
  nextAttemptAt: NullableText,
  can: Can,
})
export type Delivery = Static<typeof Delivery>
