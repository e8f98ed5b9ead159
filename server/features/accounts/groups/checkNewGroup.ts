import type { Static } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'
import type { GroupRole } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { listRoles } from './roles.ts'
import type { NewAccessGroup } from './schemas.ts'

/** Microsoft Entra limits a group's mail nickname to this length. */
const longestName = 64

/**
 * Checks in the directory that the name is free, and in Azure that the roles can be assigned in the account. @returns the roles as the
 * group will hold them @throws nameTaken, invalidRequest naming each invalid field
 */
export async function checkNewGroup(
  clients: Clients,
  account: { subscriptionId: string | null },
  name: string,
  wanted: Static<typeof NewAccessGroup>,
): Promise<GroupRole[]> {
  if (name.length > longestName) {
    const message = `makes the full name ${name.length} characters long; the limit is ${longestName}`
    throw new Failure('invalidRequest', `${name} is too long for the directory. Shorten the last part.`, {
      errors: [{ field: 'name', message }],
    })
  }
  const [roles] = await Promise.all([listRoles(clients, account.subscriptionId!), requireFree(clients, name)])
  const scope = `/subscriptions/${account.subscriptionId}`
  const chosen = wanted.roleDefinitionIds.map((id) => roles.value.find((role) => role.id === id.toLowerCase()))
  const errors = chosen.flatMap((role, index) => {
    const field = `roleDefinitionIds.${index}`
    if (!role) return [{ field, message: 'isn’t a role of this account' }]
    if (wanted.assignment === 'active' && role.grantsAccess)
      return [{ field, message: `${role.name} allows members to grant access to others; make the group eligible instead` }]
    return []
  })
  if (errors.length > 0) throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
  return chosen.map((role) => ({ roleDefinitionId: role!.id, roleName: role!.name, scope }))
}

async function requireFree({ graph }: Clients, name: string): Promise<void> {
  const [live, deleted] = await Promise.all([graph.findGroupByMailNickname(name), graph.findDeletedGroup(name)])
  if (live) throw taken(`The directory already has a group ${name}. Choose another name.`, 'already exists in the directory')
  if (deleted)
    throw taken(
      `A deleted group has the name ${name}. The directory keeps it for 30 days. Choose another name.`,
      'is the name of a group that was deleted less than 30 days ago',
    )
}

function taken(text: string, message: string): Failure {
  return new Failure('nameTaken', text, { errors: [{ field: 'name', message }] })
}
