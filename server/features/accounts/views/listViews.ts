import { sql } from 'kysely'
import { operation } from '../../../http/operation.ts'
import { viewsCan } from './policy.ts'
import { presentView, towersOf, viewRows } from './queries.ts'
import { Views, ViewsQuery } from './schemas.ts'

/** A person has at most a hundred views of their own. The rest of this limit is for shared views. */
const maxListed = 300

export const listViews = operation({
  id: 'listViews',
  method: 'GET',
  path: '/views',
  tag: 'views',
  summary: 'List saved views of a screen: your own and shared ones',
  access: 'signedIn',
  query: ViewsQuery,
  responses: { 200: Views },
  async handler({ db, actor, query }) {
    const [rows, towers] = await Promise.all([
      viewRows(db, actor)
        .where('saved_views.screen', '=', query.screen)
        .orderBy(sql`(saved_views.owner_id = ${actor.id})`, 'desc')
        .orderBy(sql`lower(saved_views.name)`)
        .orderBy('saved_views.id')
        .limit(maxListed)
        .execute(),
      towersOf(db, actor),
    ])
    const ownCount = rows.filter((row) => row.owner_id === actor.id).length
    return { views: rows.map((row) => presentView(actor, row)), towers, can: viewsCan(actor, ownCount) }
  },
})
