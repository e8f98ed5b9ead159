import { sql } from 'kysely'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { mailTo } from '../../../notifications/mailTo.ts'
import { NotificationSettings, NotificationSettingsChange } from '../../../notifications/schemas.ts'
import { loadSettings, presentSettings } from '../../../notifications/settings.ts'

export const updateMyNotificationSettings = operation({
  id: 'updateMyNotificationSettings',
  method: 'PATCH',
  path: '/me/notification-settings',
  tag: 'notifications',
  summary: 'Update your email notification settings',
  description: 'Omitted fields stay unchanged. New settings apply to new notifications.',
  access: 'signedIn',
  body: NotificationSettingsChange,
  responses: { 200: NotificationSettings },
  errors: ['versionMismatch'],
  async handler({ db, actor, body, config, now, ifMatch, audit, changed }) {
    // An advisory lock works without a row, and the row doesn't exist before the first change.
    await sql`select pg_advisory_xact_lock(hashtextextended(${actor.id}, 31))`.execute(db)
    const before = (await loadSettings(db, [actor.id]))(actor.id)
    ifMatch(before.version)
    const quiet = body.quietHours === undefined ? before.quiet : body.quietHours && minutesOf(body.quietHours)
    if (body.timeZone !== undefined) requireTimeZone(body.timeZone)
    const chosenKinds = Object.entries({ ...before.mail, ...body.groups, ...body.kinds }).filter(([, choice]) => choice !== null)
    const row = {
      mail: JSON.stringify(Object.fromEntries(chosenKinds)),
      time_zone: body.timeZone ?? before.timeZone,
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      quiet_weekends: quiet?.weekends ?? false,
      digest_hour: body.digestHour ?? before.digestHour,
      updated_at: now(),
    }
    await db
      .insertInto('notification_settings')
      .values({ person_id: actor.id, ...row })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ ...row, version: sql`notification_settings.version + 1` }))
      .execute()
    const after = (await loadSettings(db, [actor.id]))(actor.id)
    audit({ subject: { kind: 'notificationSettings', id: actor.id }, before, after })
    await changed('notificationSettings', actor.id, [actor.id])
    return presentSettings(after, await mailTo(db, config, actor.id))
  },
})

function minutesOf({ from, to, weekends }: { from: string; to: string; weekends: boolean }) {
  const [fromMinutes, toMinutes] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  if (fromMinutes === toMinutes)
    throw new Failure(
      'invalidRequest',
      'Quiet hours must start and end at different times. To get no email at all, switch off the groups.',
      {
        errors: [{ field: 'quietHours.to', message: 'must differ from the start time' }],
      },
    )
  return { from: fromMinutes!, to: toMinutes!, weekends }
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone })
  } catch {
    throw new Failure('invalidRequest', `${timeZone} is not a time zone. Choose one such as Europe/London.`, {
      errors: [{ field: 'timeZone', message: 'is not a time zone' }],
    })
  }
}
