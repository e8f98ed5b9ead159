import { isPrivileged } from '../../../auth/classifyRoleDefinitions.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { roleAbilities } from '../../accounts/groups/roleLabels.ts'
import { abilitiesOf } from './abilities.ts'

/** Azure’s built-in roles rarely change, but custom roles can change at any time. */
const refreshAfterMs = 24 * 3_600_000
const batchSize = 200
const maxRequested = 5

/**
 * Fetches from Azure the abilities of the roles that groups have, if they are unknown or older than a day. Runs every minute.
 * @returns the number of checked roles
 */
export async function syncRoleDefinitions({ db, clients, now }: { db: Db; clients: Clients; now: () => Date }): Promise<number> {
  const dueRows = await db
    .selectFrom('role_abilities')
    .select(['role_definition_id', 'scope'])
    .where((eb) => eb.or([eb('synced_at', 'is', null), eb('synced_at', '<', new Date(now().getTime() - refreshAfterMs))]))
    .orderBy('synced_at', (order) => order.asc().nullsFirst())
    .limit(batchSize)
    .execute()
  const staleRoles = new Map(dueRows.map((role) => [role.role_definition_id, role.scope]))
  let requestCount = 0
  for (const [id, scope] of staleRoles) {
    if (!staleRoles.has(id)) continue
    if (++requestCount > maxRequested) break
    const definitions = await clients.arm.listRoleDefinitions(scope)
    for (const definition of definitions) {
      const roleDefinitionId = definition.name.toLowerCase()
      if (!staleRoles.delete(roleDefinitionId)) continue
      const { ids, breadth } = abilitiesOf(definition)
      await storeDefinition(db, roleDefinitionId, now(), {
        role_name: definition.properties.roleName,
        abilities: ids,
        allowed_actions: roleAbilities(definition),
        breadth,
        privileged: isPrivileged(definition.properties.permissions),
      })
    }
    // A deleted role keeps its last known abilities.
    if (staleRoles.delete(id)) await storeDefinition(db, id, now(), {})
  }
  return dueRows.length - staleRoles.size
}

async function storeDefinition(
  db: Db,
  id: string,
  now: Date,
  role: { role_name?: string; abilities?: string[]; allowed_actions?: string[]; breadth?: number; privileged?: boolean },
): Promise<void> {
  await db
    .updateTable('role_abilities')
    .set({ ...role, synced_at: now })
    .where('role_definition_id', '=', id)
    .execute()
}
