import type { CallResult } from '../../../api/client.ts'
import { locale } from '../../../ui/locale.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type Backup = CallResult<'listBackupPolicies'>
export type Patching = CallResult<'listUpdateSchedules'>
export type Schedule = Patching['schedules'][number]
export type Machine = Backup['unprotectedMachines'][number]

/** Names a time zone, such as `London time` or `UTC`. An unknown zone is shown unchanged. */
export function describeZone(zone: string): string {
  if (zone === 'UTC' || zone === 'Etc/UTC') return 'UTC'
  return zone.includes('/') ? `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time` : zone
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat(locale, { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Formats a window in the time of its zone, such as `Sun 20 Dec 2026, 02:00–05:55`. */
export function describeWindow({ startsAt, endsAt }: { startsAt: string; endsAt: string }, zone: string | null): string {
  const timeZone = zone && isKnown(zone) ? { timeZone: zone } : {}
  const day = new Intl.DateTimeFormat(locale, { ...timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const clock = new Intl.DateTimeFormat(locale, { ...timeZone, hour: '2-digit', minute: '2-digit' })
  return `${day.format(new Date(startsAt))}, ${clock.format(new Date(startsAt))}–${clock.format(new Date(endsAt))}`
}

export function hasDifferentLocalTime(timestamp: string, zone: string | null): boolean {
  if (!zone || !isKnown(zone)) return false
  const formatTime = (timeZone?: string) =>
    new Intl.DateTimeFormat(locale, { ...(timeZone ? { timeZone } : {}), dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(timestamp),
    )
  return formatTime() !== formatTime(zone)
}

export function describeLength(minutes: number): string {
  const [hours, remainingMinutes] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, remainingMinutes > 0 && `${remainingMinutes} min`].filter(Boolean).join(' ')
}

export function describeRecurrence({ recurrence, recurEvery, startsAtClock, minutes }: Schedule): string {
  const time = startsAtClock ? ` at ${startsAtClock}` : ''
  const length = minutes ? ` for ${describeLength(minutes)}` : ''
  return `${recurrence ?? `Schedule not recognised (${recurEvery ?? 'none'})`}${time}${length}`
}

/** Joins the parts into a text such as `Kept: each copy for 35 days; weekly copy of Sunday for 12 weeks.` */
export function describeRetention(retention: readonly string[]): string {
  return `Kept: ${retention.map((part) => part.charAt(0).toLocaleLowerCase() + part.slice(1)).join('; ')}.`
}

export const reboots: Record<Schedule['reboot'], string> = {
  ifRequired: 'restarts machines if an update requires it',
  always: 'always restarts machines',
  never: 'never restarts machines',
  unknown: 'restart behaviour unknown',
}

export const backupStates: Record<Backup['protectedMachines'][number]['state'], { tone: Tone; label: string; next: string }> = {
  good: { tone: 'ok', label: 'Backed up', next: '' },
  failed: {
    tone: 'bad',
    label: 'Last backup failed',
    next: 'Check the vault’s backup jobs for the cause. Common causes are the machine’s agent and a full disk.',
  },
  stopped: {
    tone: 'bad',
    label: 'Backup stopped',
    next: 'Resume the backup in the vault, or delete the stored backups if you no longer need them.',
  },
  waiting: { tone: 'neutral', label: 'Waiting for the first backup', next: '' },
}

export const missingProtection = {
  vault: 'This account has no Recovery Services vault. Create one with a policy, then turn on backup.',
  schedule: 'This account has no maintenance schedule. Create one in Azure Update Manager and assign it to the machines.',
}

export function backupAdvice({ vaults, policies }: Pick<Backup, 'vaults' | 'policies'>): string {
  const policy = policies.find(({ protects, items }) => protects === 'Virtual machines' && items > 0)
  if (policy) return `Turn on backup in the vault ${policy.vault} with the policy ${policy.name}, or delete machines that you don’t need.`
  if (vaults[0]) return `Turn on backup in the vault ${vaults[0].name}, or delete machines that you don’t need.`
  return missingProtection.vault
}

export function patchAdvice({ schedules }: Pick<Patching, 'schedules'>): string {
  const [first] = schedules
  if (first) return `Add the machines to the schedule ${first.name} in Azure Update Manager, or delete machines that you don’t need.`
  return missingProtection.schedule
}
