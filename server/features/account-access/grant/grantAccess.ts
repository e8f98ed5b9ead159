import type { Db } from '../../../db/database.ts'
import { announce } from '../../../jobs/changes.ts'
import { CannotGoOn, type Step, Wait, type Workflow } from '../../../jobs/workflow.ts'
import { forgetMembers } from '../../account-groups/directory.ts'
import { notify } from '../../notifications/notify.ts'
import { directoryPatienceMinutes, onceDirectoryAnswers } from '../directoryDown.ts'

export interface GrantInput {
  requestId: string
  reference: string
  assignmentId: string
  groupId: string
  groupName: string
  directoryGroupId: string
  accountId: string
  accountName: string
  personId: string
  durationHours: number | null
}

/** A grant that was ended before it was made is not made any more. */
async function stillWanted(db: Db, assignmentId: string): Promise<boolean> {
  const grant = await db.selectFrom('group_assignments').select('status').where('id', '=', assignmentId).executeTakeFirstOrThrow()
  return grant.status === 'granting'
}

const addToGroup: Step<GrantInput> = {
  name: 'addToGroup',
  title: 'Tell the directory',
  patienceMinutes: directoryPatienceMinutes,
  async run({ db, clients, input }) {
    if (!(await stillWanted(db, input.assignmentId))) return {}
    const person = await db.selectFrom('people').select('active').where('id', '=', input.personId).executeTakeFirstOrThrow()
    if (!person.active) throw new CannotGoOn('personGone', 'The person has been disabled in the directory, so nothing is granted.')
    const added = await onceDirectoryAnswers(async () => {
      const members = await clients.graph.listDirectMembers(input.directoryGroupId)
      if (!members.some((member) => member.id.toLowerCase() === input.personId))
        await clients.graph.addGroupMember(input.directoryGroupId, input.personId)
    })
    return added instanceof Wait ? added : {}
  },
}

const seeMembership: Step<GrantInput> = {
  name: 'seeMembership',
  title: 'See that the directory has it',
  patienceMinutes: directoryPatienceMinutes,
  async run({ db, clients, input }) {
    if (!(await stillWanted(db, input.assignmentId))) return {}
    const members = await onceDirectoryAnswers(() => clients.graph.listDirectMembers(input.directoryGroupId))
    if (members instanceof Wait) return members
    if (!members.some((member) => member.id.toLowerCase() === input.personId))
      return new Wait('The directory has been told; it does not show it yet.')
    forgetMembers(clients, input.accountId)
    return {}
  },
}

/** Lets a person into a group, exactly once. The time asked for counts from when they are in. */
export const grantAccess: Workflow<GrantInput> = {
  kind: 'grantAccess',
  steps: [addToGroup, seeMembership],
  async succeeded({ db, input, now }) {
    const granted = await db
      .updateTable('group_assignments')
      .set({
        status: 'active',
        starts_at: now,
        ends_at: input.durationHours === null ? null : new Date(now.getTime() + input.durationHours * 3_600_000),
        updated_at: now,
      })
      .where('id', '=', input.assignmentId)
      .where('status', '=', 'granting')
      .returning('id')
      .executeTakeFirst()
    if (!granted) return
    await notify(db, [input.personId], {
      kind: 'accessGranted',
      subjectKind: 'accountAccess',
      subjectId: input.accountId,
      title: `You are in ${input.groupName}`,
      body: `${input.reference}: it can take some minutes until ${input.accountName} shows it everywhere.`,
      key: `granted:${input.assignmentId}`,
    })
    await announce(db, { kind: 'account', id: input.accountId })
  },
  async failed({ db, input, now, step, message }) {
    await notify(db, [input.personId], {
      kind: 'workStuck',
      subjectKind: 'accountAccess',
      subjectId: input.accountId,
      title: `${input.reference} is held up`,
      body: `“${step}”: ${message} Administrators see it and can go on from there; you need not ask again.`,
      key: `stuck:${input.requestId}:${now.toISOString()}`,
    })
  },
}
