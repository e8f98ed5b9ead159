import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { NotificationSettings } from './schemas.ts'

/** Where mail to a person goes, or why none does. */
export async function mailTo(db: Db, config: Pick<Config, 'outside'>, personId: string): Promise<NotificationSettings['mail']> {
  const [person, channel] = await Promise.all([
    db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst(),
    db.selectFrom('notification_channels').select('enabled').where('type', '=', 'mail').executeTakeFirst(),
  ])
  const address = person?.email ?? null
  return { address, problem: problemOf() }

  function problemOf(): string | null {
    if (!config.outside.mail)
      return 'Slipway sends no mail here: no mail server is set up. An administrator sets one up in the configuration.'
    if (!channel?.enabled) return 'An administrator has switched mail off for the time being. Your notices are in the portal.'
    if (address === null) return 'The directory has no mail address of you. Have it added there; Slipway learns of it within minutes.'
    return null
  }
}
