import { isPrivileged } from '../../../auth/privilegedRoles.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { roleAbilities } from '../../accounts/groups/roleLabels.ts'
import { abilitiesOf } from './abilities.ts'

/** Azure’s built-in roles rarely change, but custom roles do. */
const knownForMs = 24 * 3_600_000
const batchSize = 200
const maxRequested = 5

/**
 * Fetches from Azure which abilities the roles of groups have, if unknown or older than a day. Runs every minute.
 * @returns how many roles were checked
 */
export async function syncRoleDefinitions({ db, clients, now }: { db: Db; clients: Clients; now: () => Date }): Promise<number> {
  const due = await db
    .selectFrom('role_abilities')
    .select(['role_definition_id', 'scope'])
    .where((eb) => eb.or([eb('learned_at', 'is', null), eb('learned_at', '<', new Date(now().getTime() - knownForMs))]))
    .orderBy('learned_at', (order) => order.asc().nullsFirst())
    .limit(batchSize)
    .execute()
  const waiting = new Map(due.map((role) => [role.role_definition_id, role.scope]))
  let asked = 0
  for (const [id, scope] of waiting) {
    if (!waiting.has(id)) continue
    if (++asked > maxRequested) break
    const definitions = await clients.arm.listRoleDefinitions(scope)
    for (const definition of definitions) {
      const known = definition.name.toLowerCase()
      if (!waiting.delete(known)) continue
      const { ids, breadth } = abilitiesOf(definition)
      await learned(db, known, now(), {
        role_name: definition.properties.roleName,
        abilities: ids,
        lets: roleAbilities(definition),
        breadth,
        privileged: isPrivileged(definition.properties.permissions),
      })
    }
    // A deleted role keeps its last known abilities.
    if (waiting.delete(id)) await learned(db, id, now(), {})
  }
  return due.length - waiting.size
}

async function learned(
  db: Db,
  id: string,
  now: Date,
  role: { role_name?: string; abilities?: string[]; lets?: string[]; breadth?: number; privileged?: boolean },
): Promise<void> {
  await db
    .updateTable('role_abilities')
    .set({ ...role, learned_at: now })
    .where('role_definition_id', '=', id)
    .execute()
}
