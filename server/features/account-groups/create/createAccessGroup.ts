import { announce } from '../../../jobs/changes.ts'
import type { Workflow } from '../../../jobs/workflow.ts'
import { notify } from '../../notifications/notify.ts'
import { moveGroup, type NewGroupInput } from './input.ts'
import { giveRoles, makeGroup, seeGroup, seeRoles, setOwners } from './steps.ts'

/** Makes an access group in the directory and gives it its roles. */
export const createAccessGroup: Workflow<NewGroupInput> = {
  kind: 'createAccessGroup',
  steps: [makeGroup, seeGroup, setOwners, giveRoles, seeRoles],
  async succeeded({ db, input, now }) {
    if (!(await moveGroup(db, input.groupId, ['creating', 'failed'], 'ready', now))) return
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
  async failed({ db, input, now, step, message }) {
    await moveGroup(db, input.groupId, ['creating'], 'failed', now)
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
