import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { transitionGroup } from '../create/input.ts'
import type { RemoveGroupInput } from './input.ts'
import { deleteGroup, removeMembers, removeRoles } from './steps.ts'

export const removeAccessGroup: Workflow<RemoveGroupInput> = {
  kind: 'removeAccessGroup',
  steps: [removeMembers, removeRoles, deleteGroup],
  async succeeded({ db, input, now }) {
    await transitionGroup(db, input.groupId, ['deleting'], 'deleted', now)
    const endedAssignments = await db
      .updateTable('group_assignments')
      .set({ status: 'revoked', updated_at: now })
      .where('group_id', '=', input.groupId)
      .where('status', '=', 'revoking')
      .returning(['id', 'person_id'])
      .execute()
    const reason = 'The group was deleted in the directory.'
    await recordSystemEvent(
      db,
      {
        action: 'accessGroupDeleted',
        subject: { kind: 'accessGroup', id: input.groupId },
        after: { status: 'deleted', name: input.name },
        reason,
      },
      ...endedAssignments.map(({ id, person_id }) => ({
        action: 'accessEnded' as const,
        subject: { kind: 'groupAssignment', id },
        before: { status: 'revoking' },
        after: { status: 'revoked', groupId: input.groupId, personId: person_id },
        reason,
      })),
    )
    await publishChange(db, input.home)
  },
  async failed({ db, input, now, step, message }) {
    await notify(db, input.removedBy ? [input.removedBy] : [], {
      kind: 'workStuck',
      subjectKind: input.home.kind,
      subjectId: input.home.id,
      title: `Group ${input.name} couldn’t be deleted`,
      body: `“${step}”: ${message} An administrator can retry the step.`,
      key: `groupRemovalStuck:${input.groupId}:${now.toISOString()}`,
    })
  },
}
