import { v7 as uuidv7 } from 'uuid'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { findProfileParts, loadProfile, scopeColumns, upsertDirectoryGroup } from './profiles.ts'
import { EmergencyProfile, NewEmergencyProfile } from './schemas.ts'

export const createEmergencyProfile = operation({
  id: 'createEmergencyProfile',
  method: 'POST',
  path: '/emergency-profiles',
  tag: 'emergency-access',
  summary: 'Create an emergency profile',
  description:
    'Members of the directory group can then use the role for a limited time without approval. Roles that can grant access aren’t allowed.',
  access: 'admin',
  stepUp: 'always',
  body: NewEmergencyProfile,
  responses: { 201: EmergencyProfile },
  errors: ['nameTaken', 'outsideFailed'],
  prepare: ({ db, clients, body }) => findProfileParts({ db, clients }, body),
  async handler({ db, actor, body, now, audit, changed }, { group, role }) {
    const id = uuidv7()
    await upsertDirectoryGroup(db, group!)
    await db
      .insertInto('emergency_profiles')
      .values({
        id,
        name: normalizeName(body.name),
        description: body.description.trim(),
        directory_group_id: group!.id,
        role_definition_id: role!.id,
        role_name: role!.name,
        ...scopeColumns(body.scope),
        max_minutes: body.maxMinutes,
        created_at: now(),
        updated_at: now(),
      })
      .execute()
    const after = await loadProfile(db, actor, id)
    audit({ subject: { kind: 'emergencyProfile', id }, after })
    await changed('emergencyProfile', id)
    return reply(201, after, { location: `/emergency-profiles/${id}` })
  },
})
