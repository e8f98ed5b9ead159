import type { Db } from '../../../db/database.ts'
import { announce } from '../../../jobs/changes.ts'
import type { Workflow } from '../../../jobs/workflow.ts'
import { notify } from '../../notifications/notify.ts'
import { removeGroupsOf } from '../remove/startRemoval.ts'
import { moveGroup, type NewGroupInput } from './input.ts'
import { giveRoles, makeGroup, seeGroup, seeRoles, setOwners } from './steps.ts'

/** Whether the account was deleted while its group was made: then the group goes too. Locks the account as deleting it does, before its group. */
async function accountGone(db: Db, accountId: string): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('status').where('id', '=', accountId).forShare().executeTakeFirst()
  return account?.status === 'deleted'
}

/** Makes an access group in the directory and gives it its roles. */
export const createAccessGroup: Workflow<NewGroupInput> = {
  kind: 'createAccessGroup',
  steps: [makeGroup, seeGroup, setOwners, giveRoles, seeRoles],
  async succeeded({ db, jobs, input, now }) {
    const goesToo = await accountGone(db, input.accountId)
    if (!(await moveGroup(db, input.groupId, ['creating', 'failed'], 'ready', now))) return
    if (goesToo) return removeGroupsOf({ db, jobs }, { id: input.accountId, name: input.accountName }, null, now)
    await announce(db, { kind: 'account', id: input.accountId })
    await notify(db, [input.createdBy], {
      kind: 'groupReady',
      subjectKind: 'account',
      subjectId: input.accountId,
      title: `The group ${input.name} is ready`,
      body: `${input.accountName}: its roles hold, and people can be let in.`,
      key: `groupReady:${input.groupId}`,
    })
  },
  async failed({ db, jobs, input, now, step, message }) {
    const goesToo = await accountGone(db, input.accountId)
    await moveGroup(db, input.groupId, ['creating'], 'failed', now)
    if (goesToo) return removeGroupsOf({ db, jobs }, { id: input.accountId, name: input.accountName }, null, now)
    await announce(db, { kind: 'account', id: input.accountId })
    await notify(db, [input.createdBy], {
      kind: 'workStuck',
      subjectKind: 'account',
      subjectId: input.accountId,
      title: `The group ${input.name} is held up`,
      body: `“${step}”: ${message} Administrators see it and can go on from there; or delete the group and begin again.`,
      key: `groupStuck:${input.groupId}:${now.toISOString()}`,
    })
  },
}
