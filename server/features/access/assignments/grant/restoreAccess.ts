import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { owningResource } from '../../../accounts/accounts/owningResource.ts'
import { type Membership, membershipSteps } from '../directoryMembership.ts'

/** Restores a membership that a live grant justifies and the directory has lost. The grant stays as it is. */
export const restoreAccess: Workflow<Membership> = {
  kind: 'restoreAccess',
  steps: membershipSteps(true),
  async succeeded({ db, input }) {
    await recordSystemEvent(db, {
      action: 'accessRestored',
      subject: { kind: 'accessGroup', id: input.groupId },
      after: { personId: input.personId },
      reason: 'The membership was missing in the directory.',
    })
    await publishChange(db, input.home)
  },
  async failed({ db, input }) {
    await publishChange(db, input.home)
  },
}

/** Starts to restore a membership in the caller’s transaction. `subject` is the cause of the restore; each cause can start only one run. */
export async function startRestore(
  { db, jobs }: { db: Db; jobs: Jobs },
  subject: { kind: string; id: string },
  { groupId, personId }: { groupId: string; personId: string },
): Promise<void> {
  const group = await db
    .selectFrom('access_groups')
    .select(['directory_group_id', 'account_id', 'sandbox_id'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  const input: Membership = { groupId, directoryGroupId: group.directory_group_id!, home: owningResource(group), personId }
  await startRun({ db, jobs }, restoreAccess, subject, { ...input })
}
