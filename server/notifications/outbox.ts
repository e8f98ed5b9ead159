import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { publishChange } from '../workflows/changes.ts'
import { kindOf } from './kinds.ts'
import type { Notification } from './notification.ts'
import { type NotificationScope, resolveScope } from './resolveScope.ts'
import { loadSettings, mailChoiceOf } from './settings.ts'

type Row = Insertable<Database['deliveries']>

/** The message is due immediately. The process that sends it decides by its own clock whether quiet hours apply. */
export const dueImmediately = new Date(0)

/**
 * Queues emails to people according to their settings, and a message to each matching channel. This happens in the caller's transaction, so
 * that messages are sent only if the change is committed.
 */
export async function queueDeliveries(
  db: Db,
  notifications: Notification[],
  personalNotifications: (Notification & { personId: string })[],
): Promise<void> {
  const channels = await channelsFor(db, [...new Set(notifications.map(({ kind }) => kind))])
  const mail = channels.find(({ type }) => type === 'mail')
  const rows = mail && personalNotifications.length > 0 ? await mailsTo(db, mail.id, personalNotifications) : []
  const chatChannels = channels.filter(({ type }) => type !== 'mail')
  if (chatChannels.length > 0) rows.push(...(await messagesTo(db, chatChannels, notifications)))
  if (rows.length === 0) return
  await db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['recipient_id', 'dedupe_key']).doNothing())
    .execute()
  await supersedeOlder(db, rows)
  await publishChange(db, { kind: 'outbox', id: rows[0]!.subject_id, people: [] })
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

async function mailsTo(db: Db, channelId: string, personalNotifications: (Notification & { personId: string })[]): Promise<Row[]> {
  const settingsOf = await loadSettings(db, [...new Set(personalNotifications.map(({ personId }) => personId))])
  return personalNotifications.flatMap(({ personId, ...notification }) => {
    const choice = mailChoiceOf(settingsOf(personId), notification.kind)
    return choice === 'off' ? [] : [{ ...rowOf(notification, channelId), person_id: personId, digest: choice === 'digest' }]
  })
}

async function messagesTo(db: Db, channels: Channel[], notifications: Notification[]): Promise<Row[]> {
  const uniqueNotifications = [...new Map(notifications.map((notification) => [notification.key, notification])).values()]
  const scopes = new Map<string, Promise<NotificationScope>>()
  const scopeOfNotification = ({ subjectKind, subjectId }: Notification) => {
    const name = `${subjectKind}/${subjectId}`
    const scope = scopes.get(name) ?? resolveScope(db, subjectKind, subjectId)
    scopes.set(name, scope)
    return scope
  }
  const rows: Row[] = []
  for (const notification of uniqueNotifications)
    for (const channel of channels) {
      const { topics, account_id, family_id, tower_id } = channel
      if (!topics.includes(notification.kind) && !topics.includes(kindOf(notification.kind).group)) continue
      const scopeId = account_id ?? family_id ?? tower_id
      if (scopeId !== null) {
        const { accountId, familyId, towerId } = await scopeOfNotification(notification)
        if (![accountId, familyId, towerId].includes(scopeId)) continue
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
    next_attempt_at: dueImmediately,
  }
}

/** Urgent messages skip the digest, and earlier messages about the same subject are sent before them. */
async function supersedeOlder(db: Db, rows: Row[]): Promise<void> {
  const urgent = rows.filter((row) => row.urgent && row.person_id)
  if (urgent.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ urgent: true, next_attempt_at: dueImmediately })
    .where('subject_id', 'in', [...new Set(urgent.map((row) => row.subject_id))])
    .where('person_id', 'in', [...new Set(urgent.map((row) => row.person_id!))])
    .where('status', 'in', ['waiting', 'failed'])
    .where('urgent', '=', false)
    .where('digest', '=', false)
    .execute()
}
