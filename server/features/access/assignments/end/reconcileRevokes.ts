import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { notifyEach } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { notificationSubject } from '../../../accounts/accounts/owningResource.ts'
import { accessTitles } from '../accessLabels.ts'
import type { Revocation } from './revocations.ts'

interface RevokeOutcome {
  as: 'expired' | 'revoked'
  by: { id: string; displayName: string } | null
  now: Date
}

/**
 * Records that these assignments ended, and notifies the members and owners. The function is idempotent: each end is recorded and notified
 * once.
 */
export async function reconcileRevokes(db: Db, revokes: Revocation[], { as, by, now }: RevokeOutcome): Promise<void> {
  if (revokes.length === 0) return
  const ids = revokes.map(({ assignmentId }) => assignmentId)
  const rows = await db
    .updateTable('group_assignments')
    .set({ status: as, updated_at: now })
    // A fixed order prevents a deadlock between two runs with the same assignments.
    .where('id', 'in', (eb) => eb.selectFrom('group_assignments').select('id').where('id', 'in', ids).orderBy('id').forUpdate())
    .where('status', '=', 'revoking')
    .returning('id')
    .execute()
  const endedAssignments = revokes.filter(({ assignmentId }) => rows.some(({ id }) => id === assignmentId))
  await recordSystemEvent(
    db,
    ...endedAssignments.map(({ assignmentId, groupId, personId }) => ({
      action: 'accessEnded' as const,
      subject: { kind: 'groupAssignment', id: assignmentId },
      before: { status: 'revoking' },
      after: { status: as, groupId, personId },
      reason: by ? `Ended by ${by.displayName}.` : as === 'expired' ? 'The access expired.' : 'The last reason for the access had ended.',
    })),
  )
  await notifyEach(
    db,
    endedAssignments
      // People who ended their own access need no notification.
      .filter(({ personId }) => personId !== by?.id)
      .map(({ assignmentId, personId, home: resource, groupName, homeName }) => ({
        personId,
        kind: 'accessEnded',
        ...notificationSubject(resource),
        title: accessTitles[as](groupName),
        body: `${homeName}: ${by ? `Revoked by ${by.displayName}; ` : ''}${resource.kind === 'account' ? 'request it again if you still need it' : 'see the sandbox’s page for its status'}.`,
        key: `ended:${assignmentId}`,
      })),
  )
  for (const resource of new Map(endedAssignments.map((each) => [each.home.id, each.home])).values()) await publishChange(db, resource)
  // One change event is enough, because lists refresh by kind.
  if (endedAssignments[0]) await publishChange(db, { kind: 'groupAssignment', id: endedAssignments[0].assignmentId })
}
