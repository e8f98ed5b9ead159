import { v7 as uuidv7 } from 'uuid'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadTower, setLeads } from './queries.ts'
import { NewTower, Tower } from './schemas.ts'

export const createTower = operation({
  id: 'createTower',
  method: 'POST',
  path: '/towers',
  tag: 'towers',
  summary: 'Add a tower',
  access: 'admin',
  stepUp: 'privileged',
  body: NewTower,
  responses: { 201: Tower },
  errors: ['nameTaken', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.leadIds),
  async handler({ db, actor, body, config, allow, audit, changed }, foundPeople) {
    const id = uuidv7()
    await requirePeople(db, config, 'leadIds', body.leadIds, foundPeople)
    allow(await canAddPeople(db, actor, [], body.leadIds, 'make yourself a tower lead'))
    await db
      .insertInto('towers')
      .values({
        id,
        name: normalizeName(body.name),
        code: body.code,
        description: body.description ?? '',
        cost_centre: body.costCentre ?? '',
      })
      .execute()
    await setLeads(db, id, body.leadIds)
    const after = await loadTower(db, actor, id)
    audit({ subject: { kind: 'tower', id }, after })
    await changed('tower', id)
    return reply(201, after, { location: `/towers/${id}` })
  },
})
