import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { ticketLink } from '../../../clients/servicenow/servicenowLinks.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { person } from '../../../people/queries.ts'
import { activationCan } from './policy.ts'
import type { PimActivation, PimActivationSummary } from './schemas.ts'

type Installation = Pick<Config, 'external'>

export const pimActivationKind = 'pimActivation'
export const openStatuses = ['pending_approval', 'sending', 'scheduled', 'active', 'ending'] as const

function activationRows(db: Db) {
  return db
    .selectFrom('pim_activations as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .selectAll('t')
    .select(['a.name as account_name', 'a.environment', person(sql`t.person_id`).as('person')])
    .select((eb) => [
      eb
        .selectFrom('approvals as p')
        .select('p.id')
        .where('p.subject_kind', '=', pimActivationKind)
        .where('p.automatic', 'is', null)
        .whereRef('p.subject_id', '=', 't.id')
        .orderBy('p.opened_at', 'desc')
        .limit(1)
        .as('approval_id'),
      eb
        .selectFrom('pim_orders as o')
        .select('o.ends_at')
        .whereRef('o.activation_id', '=', 't.id')
        .where('o.status', '=', 'requested')
        .as('requested_end'),
      eb
        .selectFrom('pim_orders as o')
        .select('o.not_before')
        .whereRef('o.activation_id', '=', 't.id')
        .where('o.status', 'in', ['waiting', 'open'])
        .as('not_before'),
    ])
}
type ActivationRow = Awaited<ReturnType<ReturnType<typeof activationRows>['executeTakeFirstOrThrow']>>

function presentActivation(actor: Person, config: Installation, row: ActivationRow): PimActivation {
  const { starts_at: startsAt, ends_at: endsAt, max_minutes: maxMinutes, status, approval_id, requested_end: requestedEnd } = row
  const facts = { person: row.person, status, startsAt, endsAt, maxMinutes, requestedEnd }
  return {
    id: row.id,
    account: { id: row.account_id, name: row.account_name, environment: row.environment },
    person: row.person,
    roleDefinitionId: row.role_definition_id,
    role: row.role_name,
    status,
    minutes: row.minutes,
    maxMinutes,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    deactivatesAt: row.not_before?.toISOString() ?? null,
    justification: row.justification,
    ticket: row.ticket_number,
    ticketUrl: ticketLink(config, row.ticket_number),
    approvalId: approval_id,
    requestedUntil: requestedEnd?.toISOString() ?? null,
    problem: row.problem,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: activationCan(actor, facts),
  }
}

export async function loadActivations(db: Db, actor: Person, config: Installation, ids: string[]): Promise<PimActivation[]> {
  if (ids.length === 0) return []
  const rows = await activationRows(db).where(sql<boolean>`t.id = any (${ids}::uuid[])`).execute()
  return rows.map((row) => presentActivation(actor, config, row))
}

/** @throws notFound */
export async function loadActivation(db: Db, actor: Person, config: Installation, id: string): Promise<PimActivation> {
  const [activation] = await loadActivations(db, actor, config, [id])
  if (!activation) throw new Failure('notFound', 'This activation doesn’t exist.')
  return activation
}

/** @throws notFound */
export async function lockActivation(db: Db, actor: Person, config: Installation, id: string): Promise<PimActivation> {
  await db.selectFrom('pim_activations').select('id').where('id', '=', id).forUpdate().execute()
  return loadActivation(db, actor, config, id)
}

/** There is at most one activation per role and account. */
export async function openActivations(db: Db, actor: Person, config: Installation, accountId?: string): Promise<PimActivation[]> {
  const rows = await activationRows(db)
    .where('t.person_id', '=', actor.id)
    .where('t.status', 'in', openStatuses)
    .$if(accountId !== undefined, (query) => query.where('t.account_id', '=', accountId!))
    .orderBy('t.created_at', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => presentActivation(actor, config, row))
}

export async function loadActivationSummaries(db: Db, ids: string[]): Promise<Static<typeof PimActivationSummary>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('pim_activations as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .leftJoin('pim_orders as o', (join) => join.onRef('o.activation_id', '=', 't.id').on('o.status', '=', 'requested'))
    .select(['t.id', 't.status', 't.role_name', 't.minutes', 't.starts_at', 't.justification', 't.ticket_number'])
    .select(['a.id as account_id', 'a.name', 'a.environment', 'o.ends_at as requested_end', 'o.justification as order_justification'])
    .where(sql<boolean>`t.id = any (${ids}::uuid[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    role: row.role_name,
    minutes: row.minutes,
    startsAt: row.starts_at?.toISOString() ?? null,
    justification: row.order_justification ?? row.justification,
    requestedUntil: row.requested_end?.toISOString() ?? null,
    ticket: row.ticket_number,
    environment: row.environment,
    account: { id: row.account_id, name: row.name },
  }))
}

export const activationsOf = (owner: { personId: string } | { accountId: string }): RawBuilder<boolean> =>
  'personId' in owner ? sql<boolean>`t.person_id = ${owner.personId}` : sql<boolean>`t.account_id = ${owner.accountId}`

/** Audit events name the account, because the history of the account shows these events. */
export const activationSubject = (activation: PimActivation) => ({ kind: 'account', id: activation.account.id })
