import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import type { OwningResource } from '../../accounts/owningResource.ts'
import { removeGroupsOf } from '../remove/startRemoval.ts'
import { type NewGroupInput, transitionGroup } from './input.ts'
import { assignGroupRoles, createGroup, setOwners, verifyGroup, verifyRoles } from './steps.ts'

/**
 * Checks whether the account or sandbox was deleted while its group was created, because the group must then be deleted too. The locks have
 * the same order as in that deletion, to avoid a deadlock.
 */
async function isResourceRemoved(db: Db, { kind, id }: OwningResource): Promise<boolean> {
  const table = kind === 'account' ? ('accounts' as const) : ('sandboxes' as const)
  const resourceRow = await db.selectFrom(table).select('status').where('id', '=', id).forShare().executeTakeFirst()
  return resourceRow?.status === 'deleted'
}

export const createAccessGroup: Workflow<NewGroupInput> = {
  kind: 'createAccessGroup',
  steps: [createGroup, verifyGroup, setOwners, assignGroupRoles, verifyRoles],
  async succeeded({ db, jobs, input, now }) {
    const isRemoved = await isResourceRemoved(db, input.home)
    if (!(await transitionGroup(db, input.groupId, ['creating', 'failed'], 'ready', now))) return
    await recordSystemEvent(db, {
      action: 'accessGroupCreated',
      subject: { kind: 'accessGroup', id: input.groupId },
      after: { status: 'ready', name: input.name, home: input.home },
      reason: 'The group and its roles were created.',
    })
    if (isRemoved) return removeGroupsOf({ db, jobs }, input.home, null, now)
    await publishChange(db, input.home)
    // The notification about the sandbox covers its groups, so there is none for each group.
    if (input.home.kind === 'sandbox') return
    await notify(db, [input.createdBy], {
      kind: 'groupReady',
      subjectKind: input.home.kind,
      subjectId: input.home.id,
      title: `The group ${input.name} is ready`,
      body: `${input.homeName}: the roles are in effect. You can grant access now.`,
      key: `groupReady:${input.groupId}`,
    })
  },
  async failed({ db, jobs, input, now, step, message }) {
    const isRemoved = await isResourceRemoved(db, input.home)
    await transitionGroup(db, input.groupId, ['creating'], 'failed', now)
    if (isRemoved) return removeGroupsOf({ db, jobs }, input.home, null, now)
    await publishChange(db, input.home)
    await notify(db, [input.createdBy], {
      kind: 'workStuck',
      subjectKind: input.home.kind,
      subjectId: input.home.id,
      title: `Group ${input.name} couldn’t be created`,
      body: `“${step}”: ${message} An administrator can retry the step. You can also delete the group and create it again.`,
      key: `groupStuck:${input.groupId}:${now.toISOString()}`,
    })
  },
}
