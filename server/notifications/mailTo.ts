import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { NotificationSettings } from './schemas.ts'

export const mailProblems = {
  notSetUp: 'Slipway can’t send email because no mail server is configured. Ask an administrator to configure one.',
  switchedOff: 'An administrator has switched email off. Your notifications are in the portal.',
  noAddress: 'You have no email address in the directory. Ask the directory administrators to add one; Slipway updates within minutes.',
}

export async function mailTo(db: Db, config: Pick<Config, 'external'>, personId: string): Promise<NotificationSettings['mail']> {
  const [person, channel] = await Promise.all([
    db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst(),
    db.selectFrom('notification_channels').select('enabled').where('type', '=', 'mail').executeTakeFirst(),
  ])
  const address = person?.email ?? null
  return { address, problem: mailProblem() }

  function mailProblem(): string | null {
    if (!config.external.mail) return mailProblems.notSetUp
    if (!channel?.enabled) return mailProblems.switchedOff
    return address === null ? mailProblems.noAddress : null
  }
}
