import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { familyRows, presentFamily } from './queries.ts'
import { Family } from './schemas.ts'

export const listFamilies = operation({
  id: 'listFamilies',
  method: 'GET',
  path: '/families',
  tag: 'families',
  summary: 'List all families by name',
  access: 'signedIn',
  responses: { 200: Type.Array(Family) },
  async handler({ db, actor }) {
    const rows = await familyRows(db).orderBy(sql`lower(families.name)`).execute()
    return rows.map((row) => presentFamily(actor, row))
  },
})
