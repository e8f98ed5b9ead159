import { accountStatusLabel } from '../../../shared/StatusBadge.tsx'
import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { uiLabels } from '../../../ui/labels.ts'
import type { ShareTone } from '../../../ui/ShareBar.tsx'
import { endingAccessLabels } from '../../access/assignments/labels.ts'
import { costTabLabels } from '../../accounts/insights/labels.ts'
import type { Estate } from './types.ts'

export const estateLabels = {
  title: 'Estate',
  subject: 'the estate',
  description: 'All accounts with their cost, health and access, and all sandboxes. Links open the rows behind the numbers.',
  denied: 'Only administrators and auditors can see the estate.',
  key: 'Key numbers',
  activeAccounts: 'Active accounts',
  cost: 'Cost this month',
  poorHealth: 'Poor health',
  unmanaged: 'Unmanaged accounts',
  endingAccess: endingAccessLabels.title,
  sandboxes: 'Active sandboxes',
  endingSandboxes: (ending: number) =>
    ending > 0 ? `${formatNumber(ending)} of these ${ending === 1 ? 'ends' : 'end'} within 48 hours.` : 'None end within 48 hours.',
} as const

export const costLabels = {
  title: 'Cost by tower',
  total: 'Total',
  others: 'Other towers',
  forecast: 'Forecast',
  remaining: 'Forecast for the rest of the month',
  forecastAtLeast: 'Forecast at least',
  unknown: uiLabels.unknown,
  noneYet: `None known yet. ${costTabLabels.newMonth}`,
  month: 'Month',
  asTable: 'Show as table',
  byTower: 'Towers',
  none: 'No costs recorded yet',
} as const

export const accountsLabels = {
  title: 'Accounts by environment',
  all: 'All',
  settingUp: (waiting: number) =>
    `${count(waiting, 'account')} with the status ${accountStatusLabel('provisioning')} ${waiting === 1 ? 'waits' : 'wait'} for a`,
  haltedRollout: 'halted rollout',
} as const
export const ownershipLabels = { title: 'Ownership and access', gaps: 'Ownership gaps' } as const
export const sandboxesLabels = { title: 'Sandboxes', none: 'No sandboxes' } as const

type Band = Estate['health'][number]['band']

export const healthTitle = 'Health of active accounts'
/** Accounts have the same labels, but their module would be another request of this screen. */
export const bandLabels: Record<Band, { label: string; note: string; tone: ShareTone }> = {
  good: { label: 'Good', note: '90% or more, all parts known', tone: 'ok' },
  goodIncomplete: { label: 'Good so far', note: '90% or more, some parts not assessed', tone: 'neutral' },
  attention: { label: 'Needs attention', note: '75% to 89%', tone: 'warn' },
  poor: { label: 'Poor', note: 'Below 75%', tone: 'bad' },
  notAssessed: { label: 'Not assessed', note: 'No score yet', tone: 'unknown' },
}

/** The status badges have the same tones. */
export const statusTones: Record<Estate['accounts']['byState'][number]['status'], ShareTone> = {
  active: 'ok',
  provisioning: 'busy',
  failed: 'bad',
  decommissioning: 'warn',
  decommissioned: 'neutral',
}
