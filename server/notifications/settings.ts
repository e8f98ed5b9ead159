import type { Db } from '../db/database.ts'
import { type GroupId, groupIds, groups, kindIds, kindOf, kinds, type MailChoice, type NotificationKind } from './kinds.ts'
import type { NotificationSettings } from './schemas.ts'

export interface Settings {
  mail: Record<string, string>
  timeZone: string
  quiet: { from: number; to: number; weekends: boolean } | null
  digestHour: number
  version: number
}

const defaults: Settings = { mail: {}, timeZone: 'Europe/London', quiet: null, digestHour: 8, version: 0 }

export async function loadSettings(db: Db, personIds: string[]): Promise<(personId: string) => Settings> {
  const rows = personIds.length
    ? await db.selectFrom('notification_settings').selectAll().where('person_id', 'in', personIds).execute()
    : []
  const choices = new Map(
    rows.map(({ person_id, mail, time_zone, quiet_from, quiet_to, quiet_weekends, digest_hour, version }) => [
      person_id,
      {
        mail,
        timeZone: time_zone,
        quiet: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to, weekends: quiet_weekends },
        digestHour: digest_hour,
        version,
      },
    ]),
  )
  return (personId) => choices.get(personId) ?? defaults
}

const isChoice = (value: string | undefined): value is MailChoice => value === 'now' || value === 'digest' || value === 'off'

const choiceOfGroup = ({ mail }: Pick<Settings, 'mail'>, group: GroupId): MailChoice => {
  const groupChoice = mail[group]
  return isChoice(groupChoice) ? groupChoice : groups[group].mail
}

export function mailChoiceOf(settings: Pick<Settings, 'mail'>, kind: string): MailChoice {
  const { group, urgent } = kindOf(kind)
  const ownChoice = settings.mail[kind]
  const choice = isChoice(ownChoice) ? ownChoice : choiceOfGroup(settings, group)
  return urgent && choice === 'digest' ? 'now' : choice
}

const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export function presentSettings(settings: Settings, mail: NotificationSettings['mail']): NotificationSettings {
  const { quiet, timeZone, digestHour, version } = settings
  return {
    mail,
    groups: groupIds.map((id) => ({
      id,
      label: groups[id].label,
      description: groups[id].description,
      mail: choiceOfGroup(settings, id),
      default: groups[id].mail,
      kinds: kindIds.filter((kind) => kinds[kind].group === id).map((kind) => presentKind(settings, kind)),
    })),
    quietHours: quiet && { from: clock(quiet.from), to: clock(quiet.to), weekends: quiet.weekends },
    timeZone,
    digestHour,
    version,
  }
}

function presentKind(settings: Settings, id: NotificationKind) {
  return {
    id,
    label: kinds[id].label,
    mail: mailChoiceOf(settings, id),
    own: isChoice(settings.mail[id]),
    urgent: kindOf(id).urgent ?? false,
  }
}
