import { formatNumber } from '../ui/format.ts'

export const formProblemLabels = {
  confirmIdentity: 'Confirm your identity',
  confirm: 'Confirm',
  confirmNext: 'You’ll confirm your identity next.',
  fields: 'The form needs your attention',
  changedElsewhere: 'Someone else changed this while you had it open',
} as const

export function spanText(hours: number): string {
  const [amount, unit] = hours > 0 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${formatNumber(amount)} ${unit}${amount === 1 ? '' : 's'}`
}

export const spanFieldLabels = {
  days: 'days',
  hours: 'hours',
  unit: (label: string) => `Unit: ${label}`,
  enterDuration: (min: number, max: number | undefined) =>
    `Enter whole hours or days, ${max === undefined ? `at least ${spanText(min)}` : `from ${spanText(min)} to ${spanText(max)}`}.`,
} as const

export const reasonField = {
  label: 'Reason',
  tooShort: (minLength: number) => `Enter a reason of at least ${minLength} characters.`,
} as const

export const cancelLabel = 'Cancel'

export const busyReason = 'Wait until this is complete.'

export const durationLabel = 'Duration'

export const tagLabels = {
  add: 'Add tag',
  name: (position: number) => `Name of tag ${position}`,
  value: (position: number) => `Value of tag ${position}`,
} as const
