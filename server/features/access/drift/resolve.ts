import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import type { DifferenceStatus } from '../../../db/tables.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import type { Workflow } from '../../../workflows/workflow.ts'
import { lockGroup } from '../../accounts/groups/queries.ts'
import { startRemoval } from '../../accounts/groups/remove/startRemoval.ts'
import { revokeMembership, startRevoke } from '../assignments/end/startRevoke.ts'
import { startRestore } from '../assignments/grant/restoreAccess.ts'
import { startGrant } from '../assignments/grant/startGrant.ts'
import { driftKind } from './kinds.ts'
import type { Resolution } from './policy.ts'
import { type DifferenceRow, nameOf } from './queries.ts'
import { type ResolutionInput, removeUnrecordedMember, restoreGroup } from './workflows.ts'

const outcomes: Record<Resolution, DifferenceStatus> = { adopt: 'adopted', remove: 'removed', restore: 'restored', accept: 'accepted' }

interface Context {
  db: Db
  jobs: Jobs
  actor: Person
  now: Date
}
export interface Decision {
  action: Resolution
  durationHours?: number | null | undefined
  reason?: string | undefined
}

/**
 * Records a decision on a locked difference and starts the run that updates the directory. The caller checks that the decision is allowed.
 */
export async function resolveDifference(context: Context, row: DifferenceRow, decision: Decision): Promise<void> {
  const { db, actor, now } = context
  const { action } = decision
  const reason = decision.reason?.trim() || null
  if (action === 'adopt') await adopt(context, row, decision.durationHours ?? null, reason)
  else if (action === 'remove') await remove(context, row)
  else if (action === 'restore') await restore(context, row)
  else await accept(context, row)
  await updateRow(db, 'access_differences', row.id, {
    status: outcomes[action],
    resolved_by: actor.id,
    resolved_at: now,
    reason,
    version: sql`version + 1`,
  })
  await publishChange(db, { kind: driftKind, id: row.account_id })
  await publishChange(db, { kind: 'account', id: row.account_id })
}

/** A person gets a grant. Any other member gets none; later scans know the member from the decision itself. */
async function adopt({ db, jobs, actor, now }: Context, row: DifferenceRow, durationHours: number | null, reason: string | null) {
  if (!row.person) return
  const grant = { groupId: row.group_id, personId: row.person.id, via: 'adopted' as const, grantedBy: actor.id, durationHours, now }
  await startGrant({ db, jobs }, { ...grant, ...(reason && { reason }) })
}

async function remove(context: Context, row: DifferenceRow): Promise<void> {
  const { db, jobs, actor: resolvedBy, now } = context
  if (!row.person) return enqueueResolution(context, row, removeUnrecordedMember)
  await revokeMembership({ db, jobs }, { groupId: row.group_id, personId: row.person.id, now, by: resolvedBy })
}

async function restore(context: Context, row: DifferenceRow): Promise<void> {
  if (row.kind === 'groupMissing' || !row.person) return enqueueResolution(context, row, restoreGroup)
  await startRestore(context, { kind: driftKind, id: row.id }, { groupId: row.group_id, personId: row.person.id })
}

async function accept({ db, jobs, actor, now }: Context, row: DifferenceRow): Promise<void> {
  if (row.kind === 'groupMissing') {
    const group = await lockGroup(db, row.account_id, row.group_id)
    await startRemoval({ db, jobs }, group, actor.id, now)
    return
  }
  const grants = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('group_id', '=', row.group_id)
    .where('person_id', '=', row.member_id!)
    .where('status', '=', 'active')
    .execute()
  await startRevoke({ db, jobs }, { assignmentIds: grants.map(({ id }) => id), as: 'revoked', now, by: actor })
}

async function enqueueResolution({ db, jobs, actor }: Context, row: DifferenceRow, workflow: Workflow<ResolutionInput>): Promise<void> {
  const input: ResolutionInput = {
    groupId: row.group_id,
    groupName: row.group_name,
    directoryGroupId: row.directory_group_id,
    home: { kind: 'account', id: row.account_id },
    personId: row.member_id ?? '',
    memberName: nameOf(row),
    resolvedBy: actor.id,
  }
  await startRun({ db, jobs }, workflow, { kind: driftKind, id: row.id }, { ...input })
}
