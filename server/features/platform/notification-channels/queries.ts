import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { kindOf } from '../../../notifications/kinds.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { channelCan, deliveryCan } from './policy.ts'
import type { Channel, Delivery } from './schemas.ts'

interface NamedScope {
  id: string
  name: string
}

function channelRows(db: Db) {
  // The columns are listed one by one, so that encrypted secrets are never read from the database.
  return db
    .selectFrom('notification_channels as c')
    .leftJoin('towers as t', 't.id', 'c.tower_id')
    .leftJoin('families as f', 'f.id', 'c.family_id')
    .leftJoin('accounts as a', 'a.id', 'c.account_id')
    .select(['c.id', 'c.type', 'c.name', 'c.address', 'c.topics', 'c.enabled', 'c.disabled_reason', 'c.failing_since', 'c.paused_until'])
    .select(['c.last_sent_at', 'c.last_problem', 'c.old_secret_until', 'c.created_at', 'c.version'])
    .select(['c.tower_id', 't.name as tower', 'c.family_id', 'f.name as family', 'c.account_id', 'a.name as account'])
    .select(sql<PersonRef | null>`${person(sql`c.created_by`)}`.as('created_by'))
    .select(
      sql<number>`(select count(*) from (select from deliveries d where d.channel_id = c.id and d.status in ('waiting', 'failed') and not d.digest limit 10000) waiting)`.as(
        'waiting',
      ),
    )
    .where('c.deleted_at', 'is', null)
}
type Row = Awaited<ReturnType<ReturnType<typeof channelRows>['executeTakeFirstOrThrow']>>

const scopeRef = (id: string | null, name: string | null): NamedScope | null => (id === null ? null : { id, name: name ?? '' })

function presentChannel(row: Row, actor: Person, config: Config, now: Date): Channel {
  const isSetUp = row.type !== 'mail' || config.external.mail !== undefined
  const oldSecretUntil = row.old_secret_until && row.old_secret_until > now ? row.old_secret_until.toISOString() : null
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    address: row.type === 'mail' && config.external.mail ? addressOf(config.external.mail) : row.address,
    topics: row.topics,
    tower: scopeRef(row.tower_id, row.tower),
    family: scopeRef(row.family_id, row.family),
    account: scopeRef(row.account_id, row.account),
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    state: stateOf(row, isSetUp),
    failingSince: row.failing_since?.toISOString() ?? null,
    nextAttemptAt: row.paused_until && row.paused_until > now ? row.paused_until.toISOString() : null,
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    lastProblem: row.last_problem,
    oldSecretUntil,
    waiting: row.waiting,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: channelCan(actor, { type: row.type, enabled: row.enabled, isSetUp }),
  }
}

const addressOf = ({ url, from }: { url: string; from: string }) => `${from} via ${new URL(url).host}`

function stateOf({ enabled, failing_since, last_sent_at }: Row, isSetUp: boolean): Channel['state'] {
  if (!isSetUp) return 'notSetUp'
  if (!enabled) return 'off'
  if (failing_since) return 'failing'
  return last_sent_at ? 'working' : 'unused'
}

interface ChannelContext {
  db: Db
  actor: Person
  config: Config
  now: () => Date
}

export async function loadChannels({ db, actor, config, now }: ChannelContext): Promise<Channel[]> {
  const rows = await channelRows(db).orderBy(sql`c.type <> 'mail'`).orderBy(sql`lower(c.name)`).execute()
  return rows.map((row) => presentChannel(row, actor, config, now()))
}

/**
 * Locks a channel until the transaction ends.
 * @throws notFound
 */
export async function lockChannel(context: ChannelContext, id: string): Promise<Channel> {
  const { db, actor, config, now } = context
  await db.selectFrom('notification_channels').select('id').where('id', '=', id).forUpdate().execute()
  const row = await channelRows(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This channel doesn’t exist or was deleted.')
  return presentChannel(row, actor, config, now())
}

export function auditedFields({ name, type, address, topics, tower, family, account, enabled, version }: Channel) {
  return { name, type, address, topics, tower, family, account, enabled, version }
}

function deliveryRows(db: Db) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('notification_channels as c', 'c.id', 'd.channel_id')
    .select([
      'd.id',
      'd.kind',
      'd.subject_kind',
      'd.subject_id',
      'd.title',
      'd.status',
      'd.digest',
      'd.digest_id',
      'd.attempts',
      'd.answer',
    ])
    .select([
      'd.created_at',
      'd.attempted_at',
      'd.sent_at',
      'd.next_attempt_at',
      'c.id as channel_id',
      'c.type',
      'c.name',
      'c.paused_until',
    ])
    .select(sql<PersonRef | null>`case when d.person_id is not null then ${person(sql`d.person_id`)} end`.as('person'))
}

export async function loadDeliveries(db: Db, actor: Person, ids: string[]): Promise<Delivery[]> {
  if (ids.length === 0) return []
  const rows = await deliveryRows(db).where('d.id', 'in', ids).execute()
  return rows.map((row) => ({
    id: row.id,
    channel: { id: row.channel_id, type: row.type, name: row.name },
    person: row.person,
    kind: row.kind,
    kindLabel: row.kind === 'digest' ? 'Daily summary' : row.kind === 'test' ? 'Test' : kindOf(row.kind).label,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    title: row.title,
    status: row.status,
    digest: row.digest,
    attempts: row.attempts,
    answer: row.answer,
    createdAt: row.created_at.toISOString(),
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt(row),
    can: deliveryCan(actor, { status: row.status, digested: row.digest_id !== null }),
  }))
}

/** Time of the next attempt, which is never before the next attempt of the channel; null if the message is due now. */
function nextAttemptAt({ next_attempt_at, paused_until }: { next_attempt_at: Date | null; paused_until: Date | null }): string | null {
  if (!next_attempt_at) return null
  const at = paused_until && paused_until > next_attempt_at ? paused_until : next_attempt_at
  return at.getTime() === 0 ? null : at.toISOString()
}
