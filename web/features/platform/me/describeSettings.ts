import type { NotificationSettings } from './types.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
const lower = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)

export function describeSettings({ mail, groups, quietHours, digestHour, timeZone }: NotificationSettings): string {
  const named = (choice: string) => groups.filter((group) => group.mail === choice).map(({ label }) => lower(label))
  const [now, digest, off] = [named('now'), named('digest'), named('off')]
  const own = groups.flatMap(({ kinds }) => kinds).filter((kind) => kind.own).length
  return [
    now.length > 0 ? `Immediate mail to ${mail.address}: ${list.format(now)}.` : `No immediate mail to ${mail.address}.`,
    digest.length > 0 && `Daily summary at ${hour(digestHour)}: ${list.format(digest)}.`,
    off.length > 0 && `Only in Slipway: ${list.format(off)}.`,
    own > 0 &&
      `${own === 1 ? '1 notification type differs' : `${own} notification types differ`} from ${own === 1 ? 'its' : 'their'} group.`,
    quietHours &&
      `Quiet hours: ${quietHours.from} to ${quietHours.to}${quietHours.weekends ? ' and weekends' : ''} (${timeZone.replaceAll('_', ' ')}), except urgent mail.`,
  ]
    .filter(Boolean)
    .join(' ')
}
