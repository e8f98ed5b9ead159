import type { Db } from '../../../db/database.ts'
import { CannotGoOn, type Step, Wait } from '../../../jobs/workflow.ts'
import type { GroupHome } from '../../account-access/home.ts'
import { onceKnown } from '../../account-requests/build/onceKnown.ts'
import { groupMark, madeGroup, type NewGroupInput, rolesHeld, wantedGroup } from './input.ts'

/** A directory that has just made a group shows it on one replica and not on the next: believed after this many good looks in a row. */
const goodLooks = 3

export const makeGroup: Step<NewGroupInput> = {
  name: 'makeGroup',
  title: 'Make the group in the directory',
  async run({ db, clients, input }) {
    const { groupId, name, description } = input
    if (await wantedGroup(db, groupId)) return {}
    const existing = await clients.graph.findGroupByMailNickname(name)
    if (existing && !existing.description?.includes(groupMark(groupId)))
      throw new CannotGoOn(
        'groupNameTaken',
        `The directory has a group ${name} that was not made for this ${input.home.kind}. Delete this one here and choose another name.`,
      )
    const group = await clients.graph.createGroup({
      displayName: name,
      mailNickname: name,
      description: `${description} ${groupMark(groupId)}`.trim(),
      ownerIds: [],
      memberIds: [],
    })
    await db.updateTable('access_groups').set({ directory_group_id: group.id.toLowerCase() }).where('id', '=', groupId).execute()
    return {}
  },
}

export const seeGroup: Step<NewGroupInput> = {
  name: 'seeGroup',
  title: 'Wait until the directory shows it everywhere',
  async run({ db, clients, input, memo, remember }) {
    const id = await madeGroup(db, input.groupId)
    const seen = (await clients.graph.isGroupReadable(id)) ? Number(memo['seen'] ?? 0) + 1 : 0
    if (seen >= goodLooks) return {}
    await remember({ seen })
    return new Wait('The group is made; the directory does not show it everywhere yet.')
  },
}

export const setOwners: Step<NewGroupInput> = {
  name: 'setOwners',
  title: 'Make the owners its owners',
  async run({ db, clients, input }) {
    const id = await madeGroup(db, input.groupId)
    const owners = await ownersOf(db, input.home)
    for (const owner of owners) await clients.graph.addGroupOwner(id, owner.id)
    return {}
  },
}

function ownersOf(db: Db, { kind, id }: GroupHome): Promise<{ id: string }[]> {
  const people =
    kind === 'account'
      ? db.selectFrom('people as p').innerJoin('account_owners as o', 'o.person_id', 'p.id').where('o.account_id', '=', id)
      : db.selectFrom('people as p').innerJoin('sandbox_owners as o', 'o.person_id', 'p.id').where('o.sandbox_id', '=', id)
  return people.select('p.id').where('p.active', '=', true).orderBy('o.position').execute()
}

export const giveRoles: Step<NewGroupInput> = {
  name: 'giveRoles',
  title: 'Give it its roles',
  async run({ db, clients, input }) {
    const principalId = await madeGroup(db, input.groupId)
    const given = await onceKnown('Giving the roles', async () => {
      for (const { scope, roleDefinitionId } of input.roles) {
        const grant = { scope, roleDefinitionId, principalId, principalType: 'Group' as const }
        if (input.assignment === 'active') await clients.arm.putRoleAssignment(grant)
        else await clients.arm.requestRoleEligibility({ ...grant, requestKey: input.groupId, justification: `Access group ${input.name}` })
      }
    })
    return given instanceof Wait ? given : {}
  },
}

export const seeRoles: Step<NewGroupInput> = {
  name: 'seeRoles',
  title: 'See that the roles hold',
  async run({ db, clients, input }) {
    const held = await rolesHeld(clients, input, await madeGroup(db, input.groupId))
    return held.length === input.roles.length ? {} : new Wait('Azure has taken the roles in; they do not hold yet.')
  },
}
