import { sql } from 'kysely'
import { isWaitingForActor } from '../../../approvals/openSeats.ts'
import { approvalCan } from '../../../approvals/policy.ts'
import { loadApprovals } from '../../../approvals/presentApproval.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { sortByIds } from '../../../http/list.ts'
import { person } from '../../../people/queries.ts'
import type { OwningResource } from '../../accounts/accounts/owningResource.ts'
import { accessRequestCan } from '../assignments/policy.ts'
import { requestKindOf } from '../assignments/submit.ts'
import type { AccessRequestItem } from './schemas.ts'

export async function loadAccessRequestItems(db: Db, actor: Person, ids: string[]): Promise<AccessRequestItem[]> {
  const items = await loadItemsOf(db, actor, ids, 'account')
  return items.map(({ item, row }) => ({
    ...item,
    account: { id: row.account_id!, name: row.account_name!, environment: row.environment! },
  }))
}

const maxWaiting = 200

/** Finds the requests that wait for the actor's decision, oldest first. */
export async function idsWaitingFor(db: Db, kind: string, actor: Person, now: Date): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`select array(
    select a.subject_id from approvals a where a.subject_kind = ${kind} and ${isWaitingForActor(actor, now)}
    order by a.opened_at, a.id limit ${maxWaiting}) as ids`.execute(db)
  return rows[0]!.ids
}

export async function loadItemsOf(db: Db, actor: Person, ids: string[], resourceKind: OwningResource['kind']): Promise<RequestItemRow[]> {
  if (ids.length === 0) return []
  const kind = requestKindOf({ kind: resourceKind })
  const [rows, approvals] = await Promise.all([
    rowsOf(db, ids, resourceKind, kind),
    loadApprovals(
      db,
      actor,
      sql<boolean>`a.status = 'pending' and a.subject_kind = ${kind} and a.subject_id = any (${ids}::uuid[])`,
      undefined,
      ids.length,
    ),
  ])
  const approvalsBySubject = new Map(approvals.map((approval) => [approval.subjectId, approval]))
  return sortByIds(ids, rows).map((row) => {
    const approval = approvalsBySubject.get(row.id)
    const openStage = approval?.stages.find(({ status }) => status === 'open')
    const item = {
      id: row.id,
      reference: row.reference,
      status: row.status,
      extends: row.extends_assignment_id,
      justification: row.justification,
      durationHours: row.duration_hours,
      group: {
        id: row.group_id,
        name: row.group_name,
        description: row.description,
        roles: row.roles.map(({ roleName }) => roleName),
        maxDurationHours: row.max_duration_hours,
      },
      requester: row.requester,
      waiting:
        approval && openStage
          ? {
              approvalId: approval.id,
              stage: openStage.stage,
              of: approval.stages.length,
              for: openStage.name,
              since: openStage.openedAt ?? approval.openedAt,
              dueAt: approval.dueAt,
              approvers: openStage.approvers,
            }
          : null,
      runStatus: row.run_status,
      grant: row.grant_id ? { id: row.grant_id, status: row.grant_status!, until: row.ends_at?.toISOString() ?? null } : null,
      submittedAt: row.submitted_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      version: row.version,
      can: {
        ...accessRequestCan(actor, { requester: row.requester, status: row.status }),
        ...(approval ? approvalCan(actor, approval) : { decide: 'This request isn’t waiting for a decision.' }),
      },
    }
    return { item, row }
  })
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
interface RequestItemRow {
  item: Omit<AccessRequestItem, 'account'>
  row: Row
}

function rowsOf(db: Db, ids: string[], resourceKind: OwningResource['kind'], kind: string) {
  return db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .leftJoin('accounts as a', 'a.id', 'r.account_id')
    .leftJoin('sandboxes as s', 's.id', 'r.sandbox_id')
    .leftJoin('group_assignments as m', (join) =>
      join.on(
        sql<boolean>`m.id = coalesce((select own.id from group_assignments own where own.request_id = r.id), r.extends_assignment_id)`,
      ),
    )
    .select([
      'r.id',
      'r.reference',
      'r.status',
      'r.extends_assignment_id',
      'r.justification',
      'r.duration_hours',
      'a.id as account_id',
      'r.group_id',
    ])
    .select([
      'r.submitted_at',
      'r.created_at',
      'r.updated_at',
      'r.version',
      'g.name as group_name',
      'g.description',
      'g.roles',
      'g.max_duration_hours',
    ])
    .select(['s.id as sandbox_id', 's.name as sandbox_name', 's.status as sandbox_status', 's.lease_end'])
    .select(['a.name as account_name', 'a.environment', 'm.id as grant_id', 'm.status as grant_status', 'm.ends_at'])
    .select(person(sql`r.requester_id`).as('requester'))
    .select(sql<string | null>`(select w.status from work_runs w where w.subject_kind = ${kind} and w.subject_id = r.id)`.as('run_status'))
    .where(resourceKind === 'account' ? 'r.account_id' : 'r.sandbox_id', 'is not', null)
    .where(sql<boolean>`r.id = any (${ids}::uuid[])`)
    .execute()
}
