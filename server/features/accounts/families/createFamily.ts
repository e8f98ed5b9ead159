import { v7 as uuidv7 } from 'uuid'
import { onlyOthersAdded } from '../../../auth/sameHuman.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { findPeopleByName, requirePeople } from '../../../people/requirePeople.ts'
import { readFamily, requireTower, setFamilyOwners } from './queries.ts'
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
  answers: { 201: Family },
  errors: ['nameTaken', 'outsideFailed'],
  prepare: (preparation) => findPeopleByName(preparation, preparation.body.ownerIds),
  async handler({ db, actor, body, config, allow, audit, changed }, foundPeople) {
    const id = uuidv7()
    await requireTower(db, body.towerId)
    await requirePeople(db, config, 'ownerIds', body.ownerIds, foundPeople)
    allow(await onlyOthersAdded(db, actor, [], body.ownerIds, 'make yourself a family owner'))
    await db
      .insertInto('families')
      .values({ id, name: normalizeName(body.name), tower_id: body.towerId, description: body.description ?? '' })
      .execute()
    await setFamilyOwners(db, id, body.ownerIds)
    const after = await readFamily(db, actor, id)
    audit({ subject: { kind: 'family', id }, after })
    await changed('family', id)
    return reply(201, after, { location: `/families/${id}` })
  },
})
