import { sql } from 'kysely'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { stepUpToChange } from '../../../http/stepUp.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadFamily, requireTower, setFamilyOwners } from './queries.ts'
import { Family, FamilyChange, FamilyId } from './schemas.ts'

export const updateFamily = operation({
  id: 'updateFamily',
  method: 'PATCH',
  path: '/families/{id}',
  tag: 'families',
  summary: 'Change a family',
  description: 'If you move a family to another tower, its accounts move with it.',
  access: 'admin',
  stepUp: 'byRow',
  params: FamilyId,
  body: FamilyChange,
  responses: { 200: Family },
  errors: ['notFound', 'nameTaken', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds ?? []),
  async handler({ db, actor, params, body, config, now, allow, requireStepUp, ifMatch, audit, changed }, foundPeople) {
    const row = await db
      .selectFrom('families')
      .select('version')
      .where('id', '=', params.id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Failure('notFound', 'This family doesn’t exist.')
    ifMatch(row.version)
    const before = await loadFamily(db, actor, params.id)
    const { ownerIds, towerId, name, description } = body
    if (ownerIds) {
      await requirePeople(db, config, 'ownerIds', ownerIds, foundPeople)
      allow(await canAddPeople(db, actor, before.owners, ownerIds, 'make yourself a family owner'))
      await setFamilyOwners(db, params.id, ownerIds)
    }
    const changesTower = towerId !== undefined && towerId.toLowerCase() !== before.tower.id
    // After a move, the leads of the other tower decide on the family's requests, so a move needs a step-up sign-in.
    await requireStepUp(changesTower ? 'privileged' : stepUpToChange(before.owners, ownerIds))
    if (changesTower) {
      await requireTower(db, towerId)
      await db
        .updateTable('accounts')
        .set({ tower_id: towerId, version: sql`version + 1`, updated_at: now() })
        .where('family_id', '=', params.id)
        .where('status', '<>', 'deleted')
        .execute()
    }
    await updateRow(db, 'families', params.id, {
      ...(name === undefined ? {} : { name: normalizeName(name) }),
      ...(towerId === undefined ? {} : { tower_id: towerId }),
      ...(description === undefined ? {} : { description }),
      ...nextVersion(now()),
    })
    const after = await loadFamily(db, actor, params.id)
    audit({ subject: { kind: 'family', id: params.id }, before, after })
    await changed('family', params.id)
    return after
  },
})
