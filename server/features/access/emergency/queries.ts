import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import { incidentLink } from '../../../clients/servicenow/servicenowLinks.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people, person } from '../../../people/queries.ts'
import { emergencyCan } from './policy.ts'
import type { EmergencyAccess } from './schemas.ts'

const nullablePerson = (id: RawBuilder<unknown>) =>
  sql<ReturnType<typeof person> extends RawBuilder<infer P> ? P | null : never>`${person(id)}`

/** @param actor undefined for the schedule, which has no permissions of its own */
export function selectEmergencies(db: Db, actor: Person | undefined) {
  return db
    .selectFrom('emergency_accesses as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('emergency_profiles as f', 'f.id', 'e.profile_id')
    .selectAll('e')
    .select(['a.name as account_name', 'a.subscription_id', 'f.name as profile_name'])
    .select([
      person(sql`e.person_id`).as('person'),
      (actor ? isActor(actor, sql`e.person_id`) : sql<boolean>`false`).as('own'),
      nullablePerson(sql`e.ended_by`).as('ended_by_person'),
      nullablePerson(sql`e.lifted_by`).as('lifted_by_person'),
      nullablePerson(sql`e.reviewer_id`).as('reviewer'),
      people(sql`account_owners`, sql`l.account_id = e.account_id`).as('owners'),
    ])
}
export type EmergencyRow = Awaited<ReturnType<ReturnType<typeof selectEmergencies>['executeTakeFirstOrThrow']>>

export const isOverdue = (row: Pick<EmergencyRow, 'status' | 'report_due_at' | 'lifted_at'>, now: Date) =>
  row.status === 'ended' && row.lifted_at === null && row.report_due_at !== null && row.report_due_at <= now

const time = (date: Date | null) => date?.toISOString() ?? null

interface PresentationContext {
  config: Pick<Config, 'external'>
  now: Date
}

export function presentEmergency(actor: Person, row: EmergencyRow, { config, now }: PresentationContext): EmergencyAccess {
  const overdue = isOverdue(row, now)
  return {
    id: row.id,
    reference: row.reference,
    account: { id: row.account_id, name: row.account_name },
    profile: { id: row.profile_id, name: row.profile_name },
    person: row.person,
    role: row.role_name,
    reason: row.reason,
    minutes: row.minutes,
    incident: row.incident_number,
    incidentUrl: row.incident_id === null ? null : incidentLink(config, row.incident_id),
    status: row.status,
    failure: row.failure,
    startsAt: time(row.starts_at),
    endsAt: time(row.ends_at),
    endedAt: time(row.ended_at),
    endedBy: row.ended_by_person,
    report: row.report,
    reportSubmittedAt: time(row.report_submitted_at),
    reportDueAt: time(row.report_due_at),
    overdue,
    liftedBy: row.lifted_by_person,
    reviewer: row.reviewer,
    reviewComment: row.review_comment,
    reviewedAt: time(row.reviewed_at),
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: emergencyCan(actor, {
      status: row.status,
      person: row.person,
      own: row.own,
      owners: row.owners,
      overdue,
      ended: row.ended_by !== null,
    }),
  }
}

export async function loadEmergency(db: Db, actor: Person, id: string, at: PresentationContext): Promise<EmergencyAccess> {
  return presentEmergency(actor, await selectEmergencies(db, actor).where('e.id', '=', id).executeTakeFirstOrThrow(), at)
}

/** @throws notFound */
export async function lockEmergency(db: Db, actor: Person | undefined, id: string): Promise<EmergencyRow> {
  const row = await selectEmergencies(db, actor).where('e.id', '=', id).forUpdate('e').executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This emergency access doesn’t exist.')
  return row
}

/** Finds an earlier access of the person, with any of their user accounts, that blocks new emergency access in this account. */
export async function ownEmergencies(db: Db, accountId: string, actor: { id: string }, now: Date) {
  const [openEmergency, overdueEmergency] = await Promise.all([
    db
      .selectFrom('emergency_accesses')
      .select('reference')
      .where('account_id', '=', accountId)
      .where(isActor(actor, sql`person_id`))
      .where('status', 'in', ['opening', 'active', 'ending'])
      .executeTakeFirst(),
    db
      .selectFrom('emergency_accesses')
      .select('reference')
      .where(isActor(actor, sql`person_id`))
      .where('status', '=', 'ended')
      .where('report_due_at', '<=', now)
      .where('lifted_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  ])
  return { open: openEmergency?.reference ?? null, overdue: overdueEmergency?.reference ?? null }
}
