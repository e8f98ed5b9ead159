import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'
import { announce } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import type { GroupHome } from '../../accounts/home.ts'
import { removeGroupsOf } from '../remove/startRemoval.ts'
import { moveGroup, type NewGroupInput } from './input.ts'
import { assignGroupRoles, makeGroup, seeGroup, seeRoles, setOwners } from './steps.ts'

/**
 * Checks whether the account or sandbox was deleted while its group was created, because the group must then be deleted too. Locks in the
 * same order as that deletion, to avoid a deadlock.
 */
async function homeGone(db: Db, { kind, id }: GroupHome): Promise<boolean> {
  const table = kind === 'account' ? ('accounts' as const) : ('sandboxes' as const)
  const home = await db.selectFrom(table).select('status').where('id', '=', id).forShare().executeTakeFirst()
  return home?.status === 'deleted'
}

export const createAccessGroup: Workflow<NewGroupInput> = {
  kind: 'createAccessGroup',
  steps: [makeGroup, seeGroup, setOwners, assignGroupRoles, seeRoles],
  async succeeded({ db, jobs, input, now }) {
    const goesToo = await homeGone(db, input.home)
    if (!(await moveGroup(db, input.groupId, ['creating', 'failed'], 'ready', now))) return
    await recordSystemEvent(db, {
      action: 'accessGroupCreated',
      subject: { kind: 'accessGroup', id: input.groupId },
      after: { status: 'ready', name: input.name, home: input.home },
      reason: 'The directory has the group with its roles.',
    })
    if (goesToo) return removeGroupsOf({ db, jobs }, input.home, null, now)
    await announce(db, input.home)
    // The sandbox's own notification covers its groups.
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
    const goesToo = await homeGone(db, input.home)
    await moveGroup(db, input.groupId, ['creating'], 'failed', now)
    if (goesToo) return removeGroupsOf({ db, jobs }, input.home, null, now)
    await announce(db, input.home)
    await notify(db, [input.createdBy], {
      kind: 'workStuck',
      subjectKind: input.home.kind,
      subjectId: input.home.id,
      title: `Group ${input.name} couldn’t be created`,
      body: `“${step}”: ${message} An administrator can continue from there. You can also delete the group and create it again.`,
      key: `groupStuck:${input.groupId}:${now.toISOString()}`,
    })
  },
}
