import { type RawBuilder, sql } from 'kysely'
import { actionableRoundsOf } from '../../../approvals/openSeats.ts'
import { requestTables } from '../../../approvals/subject.ts'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { canResolveSql, differencesFrom } from '../../access/drift/queries.ts'
import { concernsPerson, isOpenGap, openGapsFrom } from '../../accounts/ownership/queries.ts'
import { needsOwner } from '../../sandboxes/sandboxes/needsOwner.ts'
import { isOwnedBy } from '../../sandboxes/sandboxes/sandboxRows.ts'
import { stuckCounts } from '../runs/stuck/rows.ts'
import type { StuckKind } from '../runs/stuck/schemas.ts'

/** Limit for each kind except stuck work, whose number is the same as in its list. */
export const maxCounted = 1_000

export const taskKinds = [
  'approvals',
  'changesRequested',
  'accessReviews',
  'emergencyReviews',
  'sandboxes',
  'ownershipGaps',
  'accessDifferences',
  'stuckRuns',
  'stuckPullRequests',
  'stuckSandboxes',
  'stuckRollouts',
  'stuckQueues',
  'failingConnectors',
] as const
type TaskKind = (typeof taskKinds)[number]

const stuckTasks: Record<StuckKind, TaskKind> = {
  run: 'stuckRuns',
  pullRequest: 'stuckPullRequests',
  sandbox: 'stuckSandboxes',
  rollout: 'stuckRollouts',
  queue: 'stuckQueues',
}
const isStuckKind = (kind: TaskKind | StuckKind): kind is StuckKind => Object.hasOwn(stuckTasks, kind)

function tasksOf(actor: Person, now: Date): Partial<Record<TaskKind, RawBuilder<unknown>>> {
  const returned = requestTables().map(
    (table) => sql`select from ${sql.table(table)} where requester_id = ${actor.id} and status = 'changes_requested'`,
  )
  const reviewsEmergency = actor.admin
    ? sql<boolean>`true`
    : sql<boolean>`e.account_id in (select o.account_id from account_owners o where o.person_id = ${actor.id})`
  return {
    approvals: sql`select from ${actionableRoundsOf(actor, now)} w group by w.id`,
    changesRequested: sql.join(returned, sql` union all `),
    accessReviews: sql`select from access_review_items_of(${actor.id}) i where i.pending group by i.review_id`,
    emergencyReviews: sql`select from emergency_accesses e where e.status = 'report' and not ${isActor(actor, sql`e.person_id`)} and ${reviewsEmergency}`,
    sandboxes: sql`select from sandboxes where ${isOwnedBy(actor.id)} and ${needsOwner(now)}`,
    ownershipGaps: sql`select from ${openGapsFrom} where ${isOpenGap} and ${actor.admin ? sql`true` : concernsPerson(actor.id)}`,
    ...(!actor.auditor || actor.admin
      ? { accessDifferences: sql`select from ${differencesFrom} where d.status = 'open' and ${canResolveSql(actor)}` }
      : {}),
  }
}

export async function loadTaskCounts(db: Db, actor: Person, now: Date): Promise<{ kind: TaskKind; count: number }[]> {
  const counts = Object.entries(tasksOf(actor, now)).map(
    ([kind, rows]) =>
      sql`select ${kind}::text as kind, count(*)::int as count from (select from (${rows}) each limit ${maxCounted}) counted`,
  )
  const stuck = actor.admin ? [sql`select kind, count from (${stuckCounts(db, now)}) stuck`] : []
  const { rows } = await sql<{
    kind: TaskKind | StuckKind
    count: number
  }>`select * from (${sql.join([...counts, ...stuck], sql` union all `)}) tasks where count > 0`.execute(db)
  return rows.map(({ kind, count }) => ({ kind: isStuckKind(kind) ? stuckTasks[kind] : kind, count }))
}
