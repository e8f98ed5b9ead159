import { sql } from 'kysely'
import { Failure } from '../../../errors.ts'
import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { presentTower, towerRows } from './queries.ts'
import { Tower } from './schemas.ts'

export const getTowerByName = operation({
  id: 'getTowerByName',
  method: 'GET',
  path: '/towers/ByName/{name}',
  tag: 'towers',
  summary: 'Get a tower by its name, ignoring case',
  access: 'signedIn',
  params: NameInPath,
  responses: { 200: Tower },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    const row = await towerRows(db)
      .where(sql<boolean>`lower(towers.name) = lower(${normalizeName(params.name)})`)
      .executeTakeFirst()
    if (!row) throw new Failure('notFound', 'No tower has this name.')
    return presentTower(actor, row)
  },
})
