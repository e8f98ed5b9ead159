import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { SettingChange, SettingParams } from './schemas.ts'

export const listSettingChanges = operation({
  id: 'listSettingChanges',
  method: 'GET',
  path: '/admin/settings/{name}/changes',
  tag: 'settings',
  summary: 'List the latest 100 changes to a setting, latest first',
  access: 'adminOrAuditor',
  params: SettingParams,
  responses: { 200: Type.Array(SettingChange) },
  async handler({ db, params }) {
    const rows = await db
      .selectFrom('setting_changes as c')
      .select(['c.id', 'c.before', 'c.after', 'c.reason', 'c.at', sql<PersonRef>`${person(sql`c.changed_by`)}`.as('changedBy')])
      .where('c.name', '=', params.name)
      .orderBy('c.at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(100)
      .execute()
    return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
  },
})
