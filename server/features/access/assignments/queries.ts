import { sql } from 'kysely'
import { canSeeRequest } from '../../../approvals/canSeeRequest.ts'
import { lockRound } from '../../../approvals/lockRound.ts'
import { loadApprovals } from '../../../approvals/presentApproval.ts'
import { withRoundChanges } from '../../../approvals/previousRound.ts'
import { timeline } from '../../../approvals/timeline.ts'
import { addUsualWait } from '../../../approvals/usualWaits.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people, person } from '../../../people/queries.ts'
import { runOfSubject } from '../../../runs/queries.ts'
import type { OwningResource } from '../../accounts/accounts/owningResource.ts'
import { accessRequestCan } from './policy.ts'
import type { AccessRequest } from './schemas.ts'
import { requestKindOf } from './submit.ts'

/** @throws notFound, including for a request of another account or sandbox */
export async function lockAccessRequest(
  db: Db,
  { id, requestId }: { id: string; requestId: string },
  resourceKind: OwningResource['kind'] = 'account',
) {
  await lockRound(db, requestKindOf({ kind: resourceKind }), requestId)
  const row = await db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .selectAll('r')
    .select(['g.name as group_name', 'g.max_duration_hours', 'g.status as group_status', 'g.requestable', 'g.roles'])
    .where('r.id', '=', requestId)
    .where(resourceKind === 'account' ? 'g.account_id' : 'g.sandbox_id', '=', id)
    .forUpdate('r')
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', `This request doesn’t exist in this ${resourceKind}.`)
  return row
}

type Allow = (verdict: true | string) => void

export async function loadAccessRequest(db: Db, actor: Person, id: string, allow?: Allow): Promise<AccessRequest> {
  const { request, row } = await loadRequestOf(db, actor, id, 'account', allow)
  return { ...request, account: { id: row.account_id!, name: row.account_name! } }
}

function requestRow(db: Db, id: string, resourceKind: OwningResource['kind']) {
  const owners =
    resourceKind === 'account'
      ? people(sql`account_owners`, sql`l.account_id = r.account_id`)
      : people(sql`sandbox_owners`, sql`l.sandbox_id = r.sandbox_id`)
  return (
    db
      .selectFrom('access_requests as r')
      .innerJoin('access_groups as g', 'g.id', 'r.group_id')
      .leftJoin('accounts as a', 'a.id', 'g.account_id')
      .leftJoin('sandboxes as s', 's.id', 'g.sandbox_id')
      // `m` is the assignment that was extended. If it had already ended, the request got a new assignment instead.
      .leftJoin('group_assignments as m', (join) =>
        join.on(sql<boolean>`m.id = coalesce((select x.id from group_assignments x where x.request_id = r.id), r.extends_assignment_id)`),
      )
      .selectAll('r')
      .select(['g.name as group_name', 'g.description', 'g.roles', 'g.max_duration_hours', 'm.ends_at', 'm.status as grant_status'])
      .select(['a.name as account_name', 's.name as sandbox_name', 's.status as sandbox_status', 's.lease_end'])
      .select([person(sql`r.requester_id`).as('requester'), owners.as('owners')])
      .where('r.id', '=', id)
      .where(resourceKind === 'account' ? 'r.account_id' : 'r.sandbox_id', 'is not', null)
  )
}
type RequestRow = Awaited<ReturnType<ReturnType<typeof requestRow>['executeTakeFirstOrThrow']>>

/**
 * Reads a request of an account or a sandbox, with the row that names its scope.
 * @throws notFound, including if the request belongs to the other kind of scope
 */
export async function loadRequestOf(
  db: Db,
  actor: Person,
  id: string,
  resourceKind: OwningResource['kind'],
  allow?: Allow,
): Promise<{ request: Omit<AccessRequest, 'account'>; row: RequestRow }> {
  const row = await requestRow(db, id, resourceKind).executeTakeFirst()
  const kind = requestKindOf({ kind: resourceKind })
  if (!row) throw new Failure('notFound', 'This request doesn’t exist.')
  const approvals = await addUsualWait(db, await loadApprovals(db, actor, sql<boolean>`a.subject_kind = ${kind} and a.subject_id = ${id}`))
  allow?.(
    (await canSeeRequest(db, actor, { kind, id })) ||
      'Only the requester, approvers, owners, administrators and auditors can see this request.',
  )
  const run = await runOfSubject(db, actor, kind, id)
  const labels = {
    status: row.status,
    submitted: `${row.requester.displayName} requested ${row.extends_assignment_id ? 'an extension for' : 'access to'} ${row.group_name}`,
    approved: row.extends_assignment_id && !run ? 'Approved; end date changed' : 'Approved; updating the directory',
    done: `${row.requester.displayName} is in ${row.group_name}`,
  }
  const request = {
    id: row.id,
    reference: row.reference,
    group: {
      id: row.group_id,
      name: row.group_name,
      description: row.description,
      roles: row.roles.map((role) => role.roleName),
      maxDurationHours: row.max_duration_hours,
    },
    requester: row.requester,
    justification: row.justification,
    durationHours: row.duration_hours,
    status: row.status,
    waitingFor: approvals.at(-1)?.stages.find((stage) => stage.status === 'open')?.name ?? null,
    extends: row.extends_assignment_id,
    until: row.grant_status === 'active' ? (row.ends_at?.toISOString() ?? null) : null,
    approvals,
    run,
    timeline: await withRoundChanges({ db, actor }, approvals, timeline(labels, approvals, run)),
    submittedAt: row.submitted_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: accessRequestCan(actor, { requester: row.requester, status: row.status }),
  }
  return { request, row }
}
