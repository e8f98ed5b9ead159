import type { Db } from '../../../db/database.ts'
import { announce } from '../../../jobs/changes.ts'
import { type Step, Wait, type Workflow } from '../../../jobs/workflow.ts'
import { forgetMembers } from '../../account-groups/directory.ts'
import { notify } from '../../notifications/notify.ts'
import { directoryPatienceMinutes, onceDirectoryAnswers } from '../directoryDown.ts'

export interface RevokeInput {
  assignmentId: string
  groupId: string
  groupName: string
  directoryGroupId: string
  accountId: string
  accountName: string
  personId: string
  /** What the assignment is once it has ended. */
  as: 'expired' | 'revoked'
}

/** Whether another grant justifies the same membership. */
async function otherGrant(db: Db, { assignmentId, groupId, personId }: RevokeInput): Promise<boolean> {
  const other = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .where('id', '<>', assignmentId)
    .where('status', 'in', ['granting', 'active'])
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

const takeOut: Step<RevokeInput> = {
  name: 'takeOut',
  title: 'Tell the directory',
  patienceMinutes: directoryPatienceMinutes,
  async run({ db, clients, input, memo, remember }) {
    const { directoryGroupId, personId } = input
    const told = await onceDirectoryAnswers(async () => {
      if (!(await otherGrant(db, input))) {
        await remember({ taking: true })
        await clients.graph.removeGroupMember(directoryGroupId, personId)
      } else if (!memo['taking']) return { kept: true }
      // One that was approved meanwhile may have looked while the membership was still there: it gets it back.
      if (!(await otherGrant(db, input))) return { kept: false }
      await clients.graph.addGroupMember(directoryGroupId, personId)
      return { kept: true }
    })
    return told
  },
}

const seeGone: Step<RevokeInput> = {
  name: 'seeGone',
  title: 'See that the directory has it',
  patienceMinutes: directoryPatienceMinutes,
  async run({ db, clients, input, output }) {
    if (output<{ kept: boolean }>('takeOut').kept || (await otherGrant(db, input))) return {}
    const groupGone = (await onceDirectoryAnswers(() => clients.graph.getGroup(input.directoryGroupId))) === undefined
    const members = groupGone ? [] : await onceDirectoryAnswers(() => clients.graph.listDirectMembers(input.directoryGroupId))
    if (members instanceof Wait) return members
    if (members.some((member) => member.id.toLowerCase() === input.personId))
      return new Wait('The directory has been told; it still shows the membership.')
    forgetMembers(clients, input.accountId)
    return {}
  },
}

/** Ends an assignment; the membership goes unless another grant justifies it. */
export const revokeAccess: Workflow<RevokeInput> = {
  kind: 'revokeAccess',
  steps: [takeOut, seeGone],
  async succeeded({ db, input, now }) {
    const ended = await db
      .updateTable('group_assignments')
      .set({ status: input.as, updated_at: now })
      .where('id', '=', input.assignmentId)
      .where('status', '=', 'revoking')
      .returning('id')
      .executeTakeFirst()
    if (!ended) return
    await notify(db, [input.personId], {
      kind: 'accessEnded',
      subjectKind: 'accountAccess',
      subjectId: input.accountId,
      title: input.as === 'expired' ? `Your time in ${input.groupName} is over` : `You are no longer in ${input.groupName}`,
      body: `${input.accountName}: ask again if you still need it.`,
      key: `ended:${input.assignmentId}`,
    })
    await announce(db, { kind: 'account', id: input.accountId })
  },
  async failed({ db, input }) {
    await announce(db, { kind: 'account', id: input.accountId })
  },
}
