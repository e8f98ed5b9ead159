import type { Static } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import type { GroupRole } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { listRoles } from './roles.ts'
import type { NewAccessGroup } from './schemas.ts'

/** Microsoft Entra limits a group's mail nickname to this length. */
const maxNameLength = 64

export const mustBeEligible = (role: string) => `${role} can grant access to others, so it can only be assigned as eligible`

/**
 * Checks in the directory that the name is free, and in Azure that the roles can be assigned in the account.
 * @returns the roles in the form in which the group stores them
 * @throws nameTaken; invalidRequest with each invalid field
 */
export async function checkNewGroup(
  clients: Clients,
  account: { subscriptionId: string | null },
  name: string,
  newGroup: Static<typeof NewAccessGroup>,
): Promise<GroupRole[]> {
  if (name.length > maxNameLength) {
    const message = `makes the full name ${name.length} characters long; the limit is ${maxNameLength}`
    throw new Failure('invalidRequest', `${name} is too long for the directory. Shorten the last part.`, {
      errors: [{ field: 'name', message }],
    })
  }
  const [roles] = await Promise.all([listRoles(clients, account.subscriptionId!), requireUnusedName(clients, name)])
  const scope = `/subscriptions/${account.subscriptionId}`
  const chosenRoles = newGroup.roleDefinitionIds.map((id) => roles.value.find((role) => role.id === id.toLowerCase()))
  const errors = chosenRoles.flatMap((role, index) => {
    const field = `roleDefinitionIds.${index}`
    if (!role) return [{ field, message: 'isn’t a role of this account' }]
    if (newGroup.assignment === 'active' && role.grantsAccess) return [{ field, message: mustBeEligible(role.name) }]
    return []
  })
  if (errors.length > 0) throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
  return chosenRoles.map((role) => ({ roleDefinitionId: role!.id, roleName: role!.name, scope }))
}

async function requireUnusedName({ graph }: Clients, name: string): Promise<void> {
  const [liveGroup, deleted] = await Promise.all([graph.findGroupByMailNickname(name), graph.findDeletedGroup(name)])
  if (liveGroup)
    throw duplicateNameFailure(`The directory already has a group ${name}. Choose another name.`, 'already exists in the directory')
  if (deleted)
    throw duplicateNameFailure(
      `A group with the name ${name} was deleted less than 30 days ago, and the directory still keeps it. Choose another name.`,
      'is the name of a group that was deleted less than 30 days ago',
    )
}

function duplicateNameFailure(text: string, message: string): Failure {
  return new Failure('nameTaken', text, { errors: [{ field: 'name', message }] })
}
