import { v7 as uuidv7 } from 'uuid'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadFamily, requireTower, setFamilyOwners } from './queries.ts'
import { Family, NewFamily } from './schemas.ts'

export const createFamily = operation({
  id: 'createFamily',
  method: 'POST',
  path: '/families',
  tag: 'families',
  summary: 'Add a family to a tower',
  access: 'admin',
  stepUp: 'privileged',
  body: NewFamily,
  responses: { 201: Family },
  errors: ['nameTaken', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds),
  async handler({ db, actor, body, config, allow, audit, changed }, foundPeople) {
    const id = uuidv7()
    await requireTower(db, body.towerId)
    await requirePeople(db, config, 'ownerIds', body.ownerIds, foundPeople)
    allow(await canAddPeople(db, actor, [], body.ownerIds, 'make yourself a family owner'))
    await db
      .insertInto('families')
      .values({ id, name: normalizeName(body.name), tower_id: body.towerId, description: body.description ?? '' })
      .execute()
    await setFamilyOwners(db, id, body.ownerIds)
    const after = await loadFamily(db, actor, id)
    audit({ subject: { kind: 'family', id }, after })
    await changed('family', id)
    return reply(201, after, { location: `/families/${id}` })
  },
})
