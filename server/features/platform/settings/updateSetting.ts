import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import type { Maintenance } from '../../../http/maintenance.ts'
import { operation } from '../../../http/operation.ts'
import { checkInput } from '../../../http/validation.ts'
import { settingCatalogue, settingSchemas } from '../../../settings/catalogue.ts'
import { loadSettings } from '../../../settings/queries.ts'
import { Setting, SettingParams } from './schemas.ts'

/**
 * These settings protect privileged roles. Changing them needs a step-up sign-in, so that a stolen session can't disable the protection.
 */
const guarded = new Set<string>(['stepUp', 'pimTickets', 'permanentEligibility'])

export const updateSetting = operation({
  id: 'updateSetting',
  method: 'PATCH',
  path: '/admin/settings/{name}',
  tag: 'settings',
  summary: 'Update a setting',
  description: 'The change applies immediately on every replica. Send the version that you read in `If-Match`.',
  access: 'admin',
  stepUp: ({ params: { name } }) => (guarded.has(name) ? 'always' : undefined),
  params: SettingParams,
  body: Type.Object(
    {
      value: Type.Unsafe<unknown>(
        Type.Union(settingSchemas, { description: 'Value; its JSON shape depends on the setting.', 'x-checked-later': true }),
      ),
      reason: Type.Optional(Type.String({ maxLength: 300 })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Setting },
  errors: ['versionMismatch'],
  async handler({ db, actor, params: { name }, body, now, audit, ifMatch, changed }) {
    audit({ subject: { kind: 'setting', id: name } })
    checkInput(Type.Object({ value: settingCatalogue[name].value }), { value: body.value })
    if (name === 'maintenance') requireValidMaintenance(body.value as Maintenance, now())
    // An advisory lock works without a row, and the row doesn't exist before the first change.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${name}`}, 36))`.execute(db)
    const row = await db.selectFrom('settings').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
    ifMatch(row?.version ?? 0)
    const after = JSON.stringify(body.value)
    const settingColumns = { value: after, updated_by: actor.id, updated_at: now() }
    if (row) {
      const nextSettingRow = { ...settingColumns, version: row.version + 1 }
      await db.updateTable('settings').set(nextSettingRow).where('name', '=', name).execute()
    } else
      await db
        .insertInto('settings')
        .values({ name, ...settingColumns })
        .execute()
    const before = row ? row.value : settingCatalogue[name].fallback
    await db
      .insertInto('setting_changes')
      .values({
        id: uuidv7(),
        name,
        before: JSON.stringify(before),
        after,
        reason: body.reason ?? '',
        changed_by: actor.id,
        at: now(),
      })
      .execute()
    audit({ subject: { kind: 'setting', id: name }, before, after: body.value })
    await changed(name === 'maintenance' ? 'maintenance' : 'setting', name)
    return (await loadSettings(db, actor, [name]))[0]!
  },
})

function requireValidMaintenance({ mode, message, startsAt, until }: Maintenance, now: Date): void {
  const invalidSetting = (field: string, problem: string, text: string) => {
    throw new Failure('invalidRequest', text, { errors: [{ field, message: problem }] })
  }
  if (startsAt !== null && until !== null && new Date(startsAt) >= new Date(until))
    invalidSetting('value.until', 'must be after the start', 'The end of the maintenance must be after its start.')
  if (mode === 'off') return
  // Read-only mode has a default message.
  if (mode === 'banner' && message.trim() === '') invalidSetting('value.message', 'can’t be empty', 'Enter a message that people will see.')
  if (until !== null && new Date(until) <= now)
    invalidSetting('value.until', 'must be in the future', 'The end of the maintenance must be in the future.')
}
