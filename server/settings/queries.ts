import { sql } from 'kysely'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import { type PersonRef, person } from '../people/queries.ts'
import { type SettingName, settingCatalogue, settingNames } from './catalogue.ts'

export async function loadSettings(db: Db, actor: Person, names: SettingName[] = settingNames) {
  const rows = await db
    .selectFrom('settings as s')
    .select(['s.name', 's.value', 's.version', 's.updated_at', sql<PersonRef>`${person(sql`s.updated_by`)}`.as('updatedBy')])
    .where('s.name', 'in', names)
    .execute()
  return names.map((name) => {
    const row = rows.find((each) => each.name === name)
    const { title, description, fallback } = settingCatalogue[name]
    const change = actor.admin ? (true as const) : 'Only administrators can change settings.'
    return {
      name,
      title,
      description,
      value: row ? row.value : fallback,
      isDefault: !row,
      defaultValue: fallback,
      version: row?.version ?? 0,
      updatedBy: row?.updatedBy ?? null,
      updatedAt: row?.updated_at.toISOString() ?? null,
      can: { change },
    }
  })
}

export async function loadSetting(db: Db, name: SettingName): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row ? row.value : settingCatalogue[name].fallback
}
