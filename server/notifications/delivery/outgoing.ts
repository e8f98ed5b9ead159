import type { Db } from '../../db/database.ts'

const columns = [
  'd.id',
  'd.channel_id',
  'd.person_id',
  'd.kind',
  'd.subject_kind',
  'd.subject_id',
  'd.title',
  'd.body',
  'd.attempts',
  'd.status',
  'd.urgent',
  'd.created_at',
] as const

export function loadOutgoing(db: Db, id: string) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('notification_channels as c', 'c.id', 'd.channel_id')
    .leftJoin('people as p', 'p.id', 'd.person_id')
    .select(columns)
    .select([
      'c.type',
      'c.name',
      'c.url_sealed',
      'c.secret_sealed',
      'c.old_secret_sealed',
      'c.old_secret_until',
      'c.enabled',
      'c.deleted_at',
    ])
    .select(['c.failures', 'c.failing_since', 'p.email', 'p.active'])
    .where('d.id', '=', id)
    .where('d.status', 'in', ['waiting', 'failed'])
    .executeTakeFirst()
}
export type OutgoingDelivery = NonNullable<Awaited<ReturnType<typeof loadOutgoing>>>

export function loadDigestEntries(db: Db, digestId: string, max: number) {
  return db
    .selectFrom('deliveries')
    .select(['id', 'kind', 'subject_kind', 'subject_id', 'title', 'body', 'created_at'])
    .where('digest_id', '=', digestId)
    .orderBy('number')
    .limit(max)
    .execute()
}
