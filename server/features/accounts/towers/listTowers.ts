import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { presentTower, towerRows } from './queries.ts'
import { Tower } from './schemas.ts'

export const listTowers = operation({
  id: 'listTowers',
  method: 'GET',
  path: '/towers',
  tag: 'towers',
  summary: 'List all towers by name',
  access: 'signedIn',
  responses: { 200: Type.Array(Tower) },
  async handler({ db, actor }) {
    const rows = await towerRows(db).orderBy(sql`lower(towers.name)`).execute()
    return rows.map((row) => presentTower(actor, row))
  },
})
