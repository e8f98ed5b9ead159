import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { announce } from '../workflows/changes.ts'
import { kindOf } from './kinds.ts'
import type { Notification } from './notification.ts'
import { type Place, resolveScope } from './resolveScope.ts'
import { mailChoiceOf, readSettings } from './settings.ts'

type Row = Insertable<Database['deliveries']>

/** Due immediately; the sending process decides by its own clock whether quiet hours apply. */
export const immediately = new Date(0)

/**
 * Queues emails to people according to their settings, and a message to each matching channel, in the caller's transaction, so that they
 * are sent exactly if the change happens.
 */
export async function queueDeliveries(
  db: Db,
  notifications: Notification[],
  personal: (Notification & { personId: string })[],
): Promise<void> {
  const channels = await channelsFor(db, [...new Set(notifications.map(({ kind }) => kind))])
  const mail = channels.find(({ type }) => type === 'mail')
  const rows = mail && personal.length > 0 ? await mailsTo(db, mail.id, personal) : []
  const others = channels.filter(({ type }) => type !== 'mail')
  if (others.length > 0) rows.push(...(await messagesTo(db, others, notifications)))
  if (rows.length === 0) return
  await db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['recipient_id', 'dedupe_key']).doNothing())
    .execute()
  await keepOrder(db, rows)
  await announce(db, { kind: 'outbox', id: rows[0]!.subject_id, people: [] })
}

function channelsFor(db: Db, kinds: string[]) {
  const topics = [...new Set(kinds.flatMap((kind) => [kind, kindOf(kind).group]))]
  return db
    .selectFrom('notification_channels')
    .select(['id', 'type', 'topics', 'account_id', 'family_id', 'tower_id'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('type', '=', 'mail'), sql<boolean>`topics && ${topics}::text[]`]))
    .execute()
}
type Channel = Awaited<ReturnType<typeof channelsFor>>[number]

async function mailsTo(db: Db, channelId: string, personal: (Notification & { personId: string })[]): Promise<Row[]> {
  const settingsOf = await readSettings(db, [...new Set(personal.map(({ personId }) => personId))])
  return personal.flatMap(({ personId, ...notification }) => {
    const choice = mailChoiceOf(settingsOf(personId), notification.kind)
    return choice === 'off' ? [] : [{ ...rowOf(notification, channelId), person_id: personId, digest: choice === 'digest' }]
  })
}

/** A channel gets a notification once, however many people get it. */
async function messagesTo(db: Db, channels: Channel[], notifications: Notification[]): Promise<Row[]> {
  const once = [...new Map(notifications.map((notification) => [notification.key, notification])).values()]
  const known = new Map<string, Promise<Place>>()
  const place = ({ subjectKind, subjectId }: Notification) => {
    const name = `${subjectKind}/${subjectId}`
    const found = known.get(name) ?? resolveScope(db, subjectKind, subjectId)
    known.set(name, found)
    return found
  }
  const rows: Row[] = []
  for (const notification of once)
    for (const channel of channels) {
      const { topics, account_id, family_id, tower_id } = channel
      if (!topics.includes(notification.kind) && !topics.includes(kindOf(notification.kind).group)) continue
      const wanted = account_id ?? family_id ?? tower_id
      if (wanted !== null) {
        const { accountId, familyId, towerId } = await place(notification)
        if (![accountId, familyId, towerId].includes(wanted)) continue
      }
      rows.push(rowOf(notification, channel.id))
    }
  return rows
}

function rowOf({ kind, subjectKind, subjectId, title, body, key }: Notification, channelId: string): Row {
  return {
    id: uuidv7(),
    channel_id: channelId,
    kind,
    subject_kind: subjectKind,
    subject_id: subjectId,
    title: title.slice(0, 500),
    body: body.slice(0, 4_000),
    dedupe_key: key,
    urgent: kindOf(kind).urgent ?? false,
    next_attempt_at: immediately,
  }
}

/** Urgent messages skip the digest, and earlier ones about the same subject are sent before them. */
async function keepOrder(db: Db, rows: Row[]): Promise<void> {
  const urgent = rows.filter((row) => row.urgent && row.person_id)
  if (urgent.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ urgent: true, next_attempt_at: immediately })
    .where('subject_id', 'in', [...new Set(urgent.map((row) => row.subject_id))])
    .where('person_id', 'in', [...new Set(urgent.map((row) => row.person_id!))])
    .where('status', 'in', ['waiting', 'failed'])
    .where('urgent', '=', false)
    .where('digest', '=', false)
    .execute()
}
