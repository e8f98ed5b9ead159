import type { Db } from '../../../../db/database.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import type { OwningResource } from '../../accounts/owningResource.ts'
import { grantEligibility } from '../../eligibility/grantEligibility.ts'
import { ensureGroup, type GroupSpec, waitForGroups } from '../ensureGroup.ts'
import { createdGroup, fetchAssignedRoles, loadDirectoryId, type NewGroupInput } from './input.ts'

function specOf({ groupId, name, description, home }: NewGroupInput): GroupSpec {
  return {
    key: groupId,
    name,
    description,
    nameTaken: `The directory has a group ${name} that wasn’t created for this ${home.kind}. Delete this group and choose another name.`,
  }
}

function writeDirectoryId(db: Db, groupId: string, id: string) {
  return db.updateTable('access_groups').set({ directory_group_id: id.toLowerCase() }).where('id', '=', groupId).execute()
}

export const createGroup: Step<NewGroupInput> = {
  name: 'createGroup',
  title: 'Create the directory group',
  async run(context) {
    const { db, input } = context
    if (await loadDirectoryId(db, input.groupId)) return {}
    const id = await ensureGroup(context, specOf(input))
    if (id instanceof Wait) return id
    await writeDirectoryId(db, input.groupId, id)
    return {}
  },
}

export const verifyGroup: Step<NewGroupInput> = {
  name: 'verifyGroup',
  title: 'Wait for the directory to replicate the group',
  async run(context) {
    const { db, input } = context
    const id = await createdGroup(db, input.groupId)
    const scopes = [...new Set(input.roles.map(({ scope }) => scope))]
    const groupScopes = { scopes, subject: { kind: 'accessGroup', id: input.groupId } }
    const groupIds = await waitForGroups(context, [{ spec: specOf(input), id }], groupScopes)
    if (groupIds instanceof Wait) return groupIds
    if (groupIds[0]!.toLowerCase() !== id) await writeDirectoryId(db, input.groupId, groupIds[0]!)
    return {}
  },
}

export const setOwners: Step<NewGroupInput> = {
  name: 'setOwners',
  title: 'Set the group owners',
  async run({ db, clients, input }) {
    const id = await createdGroup(db, input.groupId)
    const owners = await ownersOf(db, input.home)
    for (const owner of owners) await clients.graph.addGroupOwner(id, owner.id)
    return {}
  },
}

function ownersOf(db: Db, { kind, id }: OwningResource): Promise<{ id: string }[]> {
  const people =
    kind === 'account'
      ? db.selectFrom('people as p').innerJoin('account_owners as o', 'o.person_id', 'p.id').where('o.account_id', '=', id)
      : db.selectFrom('people as p').innerJoin('sandbox_owners as o', 'o.person_id', 'p.id').where('o.sandbox_id', '=', id)
  return people.select('p.id').where('p.active', '=', true).orderBy('o.position').execute()
}

export const assignGroupRoles: Step<NewGroupInput> = {
  name: 'assignGroupRoles',
  title: 'Assign the roles',
  async run({ db, clients, input, now }) {
    const principalId = await createdGroup(db, input.groupId)
    const assigned = await waitForPropagation('Assigning roles', async () => {
      for (const { scope, roleDefinitionId } of input.roles) {
        const grant = { scope, roleDefinitionId, principalId, principalType: 'Group' as const }
        if (input.assignment === 'active') await clients.arm.putRoleAssignment(grant)
        else {
          const grantOptions = { requestKey: input.groupId, justification: `Access group ${input.name}` }
          await grantEligibility({ db, clients, now }, input.home, { ...grant, ...grantOptions })
        }
      }
    })
    return assigned instanceof Wait ? assigned : {}
  },
}

export const verifyRoles: Step<NewGroupInput> = {
  name: 'verifyRoles',
  title: 'Check that the roles are in effect',
  async run({ db, clients, input }) {
    const assignedRoles = await fetchAssignedRoles(clients, input, await createdGroup(db, input.groupId))
    return assignedRoles.length === input.roles.length ? {} : new Wait('Azure accepted the roles, but they aren’t in effect yet.')
  },
}
