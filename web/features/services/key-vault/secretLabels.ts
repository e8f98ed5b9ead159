import type { CallResult } from '../../../api/client.ts'
import { formatDateTime, formatUntil } from '../../../ui/format.ts'
import type { Tone } from '../../../ui/Status.tsx'
import { secretLabels } from './labels.ts'

export type Vault = CallResult<'listKeyVaults'>['items'][number]
export type Secret = Vault['secrets'][number]

const day = 86_400_000
export const soonDays = 30

type Urgency = 'expired' | 'soon' | 'later' | 'never'

export function urgencyOf({ expiresOn }: Pick<Secret, 'expiresOn'>, now: number): Urgency {
  if (expiresOn === null) return 'never'
  const remaining = Date.parse(expiresOn) - now
  return remaining <= 0 ? 'expired' : remaining <= soonDays * day ? 'soon' : 'later'
}

export const urgencyTones: Record<Urgency, Tone> = { expired: 'bad', soon: 'warn', later: 'ok', never: 'neutral' }

export function describeExpiry({ expiresOn }: Pick<Secret, 'expiresOn'>, now: number): string {
  if (expiresOn === null) return 'Never expires'
  const urgency = urgencyOf({ expiresOn }, now)
  if (urgency === 'later') return formatDateTime(expiresOn, { time: false })
  return `${urgency === 'expired' ? 'Expired' : 'Expires'} ${formatUntil(expiresOn, now)}`
}

export function lockedReason({ managed }: Pick<Secret, 'managed'>): string | undefined {
  return managed ? 'Key Vault manages this secret for a certificate. Renew the certificate instead.' : undefined
}

export function nameProblem(name: string): string | undefined {
  if (name === '') return secretLabels.nameMissing
  return /^[0-9A-Za-z-]{1,127}$/.test(name) ? undefined : 'Use up to 127 letters, digits and hyphens.'
}

const maxBytes = 25_000

export function valueProblem(value: string): string | undefined {
  if (value === '') return 'Enter a value.'
  return new TextEncoder().encode(value).length > maxBytes ? 'Enter a value of up to 25,000 bytes.' : undefined
}
