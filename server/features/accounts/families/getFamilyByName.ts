import { sql } from 'kysely'
import { Failure } from '../../../errors.ts'
import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { familyRows, presentFamily } from './queries.ts'
import { Family } from './schemas.ts'

export const getFamilyByName = operation({
  id: 'getFamilyByName',
  method: 'GET',
  path: '/families/byName/{name}',
  tag: 'families',
  summary: 'Get a family by its name, ignoring case',
  access: 'signedIn',
  params: NameInPath,
  responses: { 200: Family },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    const row = await familyRows(db)
      .where(sql<boolean>`lower(families.name) = lower(${normalizeName(params.name)})`)
      .executeTakeFirst()
    if (!row) throw new Failure('notFound', 'No family has this name.')
    return presentFamily(actor, row)
  },
})
