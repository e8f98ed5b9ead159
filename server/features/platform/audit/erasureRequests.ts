import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { erasureCan } from './policy.ts'
import type { AuditErasure } from './schemas.ts'

interface Row {
  id: string
  personId: string
  personName: string | null
  reason: string
  alsoByName: boolean
  status: Static<typeof AuditErasure>['status']
  requestedBy: string
  requestedAt: Date
  expiresAt: Date
  closedBy: string | null
  closedAt: Date | null
  who: number
  subject: number
  what: number
  isPerson: boolean
  isRequester: boolean
  acted: boolean
}

export async function loadErasures(
  db: Db,
  { actor, now, where, limit = 1 }: { actor: Person; now: Date; where?: RawBuilder<boolean>; limit?: number },
): Promise<Static<typeof AuditErasure>[]> {
  const { rows } = await sql<Row>`
    select r.id, r.person_id as "personId", (select display_name from people where id = r.person_id) as "personName", r.reason,
      r.by_name as "alsoByName", case when r.status = 'open' and r.expires_at <= ${now} then 'expired' else r.status end as status,
      (select display_name from people where id = r.requested_by) as "requestedBy", r.requested_at as "requestedAt", r.expires_at as "expiresAt",
      (select display_name from people where id = r.closed_by) as "closedBy", r.closed_at as "closedAt", r.who, r.subject, r.what,
      ${isActor(actor, sql`r.person_id`)} as "isPerson", ${isActor(actor, sql`r.requested_by`)} as "isRequester",
      exists (select from unnest(r.actors) a where ${isActor(actor, sql`a`)}) as acted
    from audit_erasure_requests r
    where ${where ?? sql`true`}
    order by r.requested_at desc, r.id desc limit ${limit}`.execute(db)
  return rows.map(({ personId, personName, isPerson, isRequester, acted, requestedAt, expiresAt, closedAt, ...row }) => ({
    ...row,
    person: { id: personId, displayName: personName },
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    can: erasureCan(actor, { status: row.status, isPerson, isRequester, acted }),
  }))
}

/** @throws notFound */
export async function lockErasure(db: Db, { id, actor, now }: { id: string; actor: Person; now: Date }) {
  const row = await db.selectFrom('audit_erasure_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This erasure request doesn’t exist. Check that you copied the whole URL.')
  const [erasure] = await loadErasures(db, { actor, now, where: sql<boolean>`r.id = ${id}` })
  return { row, erasure: erasure! }
}

/** Returns whether one of these people is the same person, possibly with another user account. */
export async function isSameIdentityAsAny(db: Db, personId: string, people: string[]): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from unnest(${people}::uuid[]) each where same_identity(each, ${personId}::uuid)) as is`.execute(db)
  return rows[0]!.is
}

export async function auditReaderIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`roles && array['Slipway.Admin', 'Slipway.Auditor']`)
    .execute()
  return rows.map(({ id }) => id)
}
