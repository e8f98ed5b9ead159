import { locale } from '../../../ui/locale.ts'
import { mailLabels, mailSettingLabels } from './labels.ts'
import type { NotificationSettings } from './types.ts'

const list = new Intl.ListFormat(locale, { type: 'unit' })
const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
const lowercaseFirst = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)

export function describeSettings({ mail, groups, quietHours, digestHour, timeZone }: NotificationSettings): string {
  const namesOf = (choice: string) => groups.filter((group) => group.mail === choice).map(({ label }) => lowercaseFirst(label))
  const [now, digest, offNames] = [namesOf('now'), namesOf('digest'), namesOf('off')]
  const ownCount = groups.flatMap(({ kinds }) => kinds).filter((kind) => kind.own).length
  return [
    now.length > 0 ? `Immediate email to ${mail.address}: ${list.format(now)}.` : `No immediate email to ${mail.address}.`,
    digest.length > 0 && `Daily summary at ${hour(digestHour)}: ${list.format(digest)}.`,
    offNames.length > 0 && `${mailLabels.off}: ${list.format(offNames)}.`,
    ownCount > 0 &&
      `${ownCount === 1 ? '1 notification type differs' : `${ownCount} notification types differ`} from ${ownCount === 1 ? 'its' : 'their'} group.`,
    quietHours &&
      `${mailSettingLabels.quietHours}: ${quietHours.from} to ${quietHours.to}${quietHours.weekends ? ' and weekends' : ''} (${timeZone.replaceAll('_', ' ')}), except urgent email.`,
  ]
    .filter(Boolean)
    .join(' ')
}
