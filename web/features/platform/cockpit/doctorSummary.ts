import type { DoctorCheck } from './types.ts'

type Status = DoctorCheck['status']

/** The labels after a count, as in `3 not verified`. Checks that need attention are first. */
export const doctorCountLabels: Record<Status, string> = {
  failed: 'failed',
  unknown: 'not checked',
  warning: 'with a warning',
  ok: 'OK',
  unverified: 'not verified',
}
const statuses = Object.keys(doctorCountLabels) as Status[]

export function countChecks(checks: readonly Pick<DoctorCheck, 'status'>[]): string {
  return statuses
    .map((status) => ({ status, number: checks.filter((check) => check.status === status).length }))
    .filter(({ number }) => number > 0)
    .map(({ status, number }) => `${number} ${doctorCountLabels[status]}`)
    .join(', ')
}

export const areAllOk = (checks: readonly Pick<DoctorCheck, 'status'>[]): boolean => checks.every(({ status }) => status === 'ok')

export const doctorStatusLabels: Record<Status | 'missing', string> = {
  failed: 'Failed',
  missing: 'Missing',
  unknown: 'Not checked',
  warning: 'Warning',
  unverified: 'Not verified',
  ok: 'OK',
}

/** Returns “missing” for a failed check of something that can be missing, which every check with `without` is. */
export const labelOfCheck = ({ status, without }: Pick<DoctorCheck, 'status' | 'without'>): string =>
  doctorStatusLabels[status === 'failed' && without !== null ? 'missing' : status]

export function describeCheck({ status, title, detail, without }: Pick<DoctorCheck, 'status' | 'title' | 'detail' | 'without'>): string {
  const isPermission = without !== null
  if (status !== 'unverified') return isPermission ? `Slipway has the permission ${title}.` : [title, detail].filter(Boolean).join('. ')
  return isPermission
    ? `Slipway couldn’t verify the permission ${title}. ${detail ?? 'Only a write would prove it.'} Without it: ${without}.`
    : `Slipway couldn’t verify this: ${title}.${detail ? ` ${detail}` : ''}`
}
