import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { itemRows, presentItem } from './queries.ts'
import { ServiceCatalogueItem } from './schemas.ts'

export const listCatalogueItems = operation({
  id: 'listCatalogueItems',
  method: 'GET',
  path: '/catalogue',
  tag: 'catalogue',
  summary: 'List catalogue items by category and name',
  access: 'signedIn',
  query: Type.Object(
    { withdrawn: Type.Optional(Type.Boolean({ default: false, description: 'Includes withdrawn items.' })) },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Array(ServiceCatalogueItem) },
  async handler({ db, actor, query }) {
    const rows = await itemRows(db)
      .$if(!query.withdrawn, (items) => items.where('enabled', '=', true))
      .orderBy('category')
      .orderBy(sql`lower(name)`)
      .execute()
    return rows.map((row) => presentItem(actor, row))
  },
})
