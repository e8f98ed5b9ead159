import type { Clients } from '../../../clients/clients.ts'
import { CannotGoOn, type Step, Wait } from '../../../jobs/workflow.ts'
import { type MadeAccessGroup, recordGroups } from '../../account-groups/recordGroups.ts'
import { type BuildInput, groupName, subscriptionScope } from './input.ts'
import { onceKnown } from './onceKnown.ts'

interface MadeGroup {
  id: string
  name: string
  role: string
  assignment: 'active' | 'eligible'
}

/** A directory that has just made a group shows it on one replica and not on the next: believed after this many good looks in a row. */
const goodLooks = 3

/** Groups carry the request in their description: one of the same name that does not is somebody else's and never adopted. */
export const createAccessGroups: Step<BuildInput> = {
  name: 'createAccessGroups',
  title: 'Create the access groups',
  async run(context) {
    const { clients, input, memo } = context
    const { details } = input
    const made = (memo['made'] as MadeGroup[] | undefined) ?? []
    for (const wish of details.accessGroups.slice(made.length)) {
      const name = groupName(details, wish.name)
      const mark = `Slipway ${input.reference} ${input.accountId}`
      const existing = await clients.graph.findGroupByMailNickname(name)
      if (existing && !existing.description?.includes(mark))
        throw new CannotGoOn(
          'groupNameTaken',
          `The directory has a group ${name} that was not made for this account. Rename or remove it, then retry this step.`,
        )
      const group = await clients.graph.createGroup({
        displayName: name,
        mailNickname: name,
        description: `${wish.role} on ${details.name}. ${mark}`,
        ownerIds: details.ownerIds,
        memberIds: [],
      })
      made.push({ id: group.id, name, role: wish.role, assignment: wish.assignment })
      await context.remember({ made })
    }
    const looks = await Promise.all(made.map((group) => clients.graph.isGroupReadable(group.id)))
    const seen = looks.every(Boolean) ? Number(memo['seen'] ?? 0) + 1 : 0
    if (made.length > 0 && seen < goodLooks) {
      await context.remember({ made, seen })
      return new Wait('The groups are made; the directory does not show them everywhere yet.')
    }
    return { groups: made }
  },
}

export const assignRoles: Step<BuildInput> = {
  name: 'assignRoles',
  title: 'Assign the roles, active and eligible',
  async run({ db, clients, input, output, now }) {
    const { groups } = output<{ groups: MadeGroup[] }>('createAccessGroups')
    const { subscriptionId } = output<{ subscriptionId: string }>('createSubscription')
    const scope = subscriptionScope(subscriptionId)
    if (groups.length === 0) return {}
    const granted = await onceKnown('Assigning the roles', () => grantAll(clients, input, groups, scope))
    if (granted instanceof Wait) return granted
    await recordGroups(db, input.accountId, input.requesterId, granted, now())
    return {}
  },
}

/** @returns the groups with the roles they hold, as Slipway keeps them */
async function grantAll(clients: Clients, input: BuildInput, groups: MadeGroup[], scope: string): Promise<MadeAccessGroup[]> {
  const roles = await clients.arm.listRoleDefinitions(scope, { builtInOnly: true })
  const granted: MadeAccessGroup[] = []
  for (const group of groups) {
    const role = roles.find((candidate) => candidate.properties.roleName === group.role)
    if (!role) throw new CannotGoOn('unknownRole', `Azure has no role called ${group.role}.`)
    const grant = { scope, roleDefinitionId: role.id, principalId: group.id, principalType: 'Group' as const }
    if (group.assignment === 'active') await clients.arm.putRoleAssignment(grant)
    else
      await clients.arm.requestRoleEligibility({ ...grant, requestKey: input.requestId, justification: `Approved as ${input.reference}` })
    granted.push({
      directoryGroupId: group.id,
      name: group.name,
      description: `${group.role} on ${input.details.name}.`,
      roles: [{ roleDefinitionId: role.name.toLowerCase(), roleName: role.properties.roleName, scope }],
      assignment: group.assignment,
    })
  }
  return granted
}
