import type { Static } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { findProfileParts, loadProfile, scopeColumns, upsertDirectoryGroup } from './profiles.ts'
import { EmergencyId, EmergencyProfile, EmergencyProfileChange, type EmergencyScope } from './schemas.ts'

export const updateEmergencyProfile = operation({
  id: 'updateEmergencyProfile',
  method: 'PATCH',
  path: '/emergency-profiles/{id}',
  tag: 'emergency-access',
  summary: 'Change or disable an emergency profile',
  description: 'Current emergency access continues. Set `enabled` to false to block new uses.',
  access: 'admin',
  stepUp: 'always',
  params: EmergencyId,
  body: EmergencyProfileChange,
  responses: { 200: EmergencyProfile },
  errors: ['notFound', 'nameTaken', 'versionMismatch', 'outsideFailed'],
  async prepare({ db, clients, params, body }) {
    const { groupName, roleDefinitionId, scope } = body
    // Role and scope are checked together, because a role must exist in the scope.
    if (!roleDefinitionId && !scope) return findProfileParts({ db, clients }, { groupName })
    const before = await loadProfileById(db, params.id)
    return findProfileParts(
      { db, clients },
      { groupName, roleDefinitionId: roleDefinitionId ?? before.role_definition_id, scope: scope ?? scopeOf(before) },
    )
  },
  async handler({ db, actor, params, body, now, ifMatch, audit, changed }, { group, role }) {
    const row = await loadProfileById(db, params.id, true)
    ifMatch(row.version)
    const before = await loadProfile(db, actor, params.id)
    if (group) await upsertDirectoryGroup(db, group)
    await updateRow(db, 'emergency_profiles', params.id, {
      ...columnsOf(body),
      ...(group ? { directory_group_id: group.id } : {}),
      ...(role ? { role_definition_id: role.id, role_name: role.name } : {}),
      ...nextVersion(now()),
    })
    const after = await loadProfile(db, actor, params.id)
    audit({ subject: { kind: 'emergencyProfile', id: params.id }, before, after })
    await changed('emergencyProfile', params.id)
    return after
  },
})

function columnsOf({ name, description, scope, maxMinutes, enabled }: Static<typeof EmergencyProfileChange>) {
  return {
    ...(name === undefined ? {} : { name: normalizeName(name) }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(scope === undefined ? {} : scopeColumns(scope)),
    ...(maxMinutes === undefined ? {} : { max_minutes: maxMinutes }),
    ...(enabled === undefined ? {} : { enabled }),
  }
}

async function loadProfileById(db: Db, id: string, forUpdate = false) {
  const row = await db
    .selectFrom('emergency_profiles')
    .selectAll()
    .where('id', '=', id)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This emergency profile doesn’t exist.')
  return row
}

function scopeOf(row: Awaited<ReturnType<typeof loadProfileById>>): EmergencyScope {
  if (row.account_id) return { kind: 'account', accountId: row.account_id }
  return row.tower_id ? { kind: 'tower', towerId: row.tower_id } : { kind: 'environment', environment: row.environment! }
}
