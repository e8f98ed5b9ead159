import type { NotificationSettings } from './types.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
const lower = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)

export function settingsWords({ mail, groups, quietHours, digestHour, timeZone }: NotificationSettings): string {
  const named = (choice: string) => groups.filter((group) => group.mail === choice).map(({ label }) => lower(label))
  const [now, digest, off] = [named('now'), named('digest'), named('off')]
  const own = groups.flatMap(({ kinds }) => kinds).filter((kind) => kind.own).length
  return [
    now.length > 0 ? `Mail to ${mail.address} comes at once for ${list.format(now)}.` : `No mail to ${mail.address} comes at once.`,
    digest.length > 0 && `In the summary at ${hour(digestHour)}: ${list.format(digest)}.`,
    off.length > 0 && `Only in Slipway: ${list.format(off)}.`,
    own > 0 && `${own === 1 ? 'One kind differs' : `${own} kinds differ`} from ${own === 1 ? 'its' : 'their'} group.`,
    quietHours &&
      `Quiet from ${quietHours.from} to ${quietHours.to}${quietHours.weekends ? ' and at weekends' : ''} (${timeZone.replaceAll('_', ' ')}), save for what is urgent.`,
  ]
    .filter(Boolean)
    .join(' ')
}
