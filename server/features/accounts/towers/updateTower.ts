import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { stepUpToChange } from '../../../http/stepUp.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadTower, setLeads } from './queries.ts'
import { Tower, TowerChange, TowerId } from './schemas.ts'

export const updateTower = operation({
  id: 'updateTower',
  method: 'PATCH',
  path: '/towers/{id}',
  tag: 'towers',
  summary: 'Change a tower',
  access: 'admin',
  stepUp: 'byRow',
  params: TowerId,
  body: TowerChange,
  responses: { 200: Tower },
  errors: ['notFound', 'nameTaken', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.leadIds ?? []),
  async handler({ db, actor, params, body, config, now, allow, requireStepUp, ifMatch, audit, changed }, foundPeople) {
    const row = await db.selectFrom('towers').select('version').where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (!row) throw new Failure('notFound', 'This tower doesn’t exist.')
    ifMatch(row.version)
    const before = await loadTower(db, actor, params.id)
    const { leadIds, name, costCentre, ...rest } = body
    if (leadIds) {
      await requirePeople(db, config, 'leadIds', leadIds, foundPeople)
      allow(await canAddPeople(db, actor, before.leads, leadIds, 'make yourself a tower lead'))
      await setLeads(db, params.id, leadIds)
    }
    await requireStepUp(stepUpToChange(before.leads, leadIds))
    await updateRow(db, 'towers', params.id, {
      ...rest,
      ...(name === undefined ? {} : { name: normalizeName(name) }),
      ...(costCentre === undefined ? {} : { cost_centre: costCentre }),
      ...nextVersion(now()),
    })
    const after = await loadTower(db, actor, params.id)
    audit({ subject: { kind: 'tower', id: params.id }, before, after })
    await changed('tower', params.id)
    return after
  },
})
