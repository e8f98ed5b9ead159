import type { Icon } from '../ui/icon.ts'
import { EndedIcon, Status, type Tone } from '../ui/Status.tsx'

interface StatusDisplay {
  tone: Tone
  label: string
  icon?: Icon
  sentence: string
}

/** Statuses of requests, steps and approvals are in `requestStatus.ts` and `RunTimeline.tsx`. */
const accounts: Record<string, StatusDisplay> = {
  provisioning: {
    tone: 'busy',
    label: 'Setting up',
    sentence: 'Slipway is setting up this account. Details appear here when they’re ready.',
  },
  active: { tone: 'ok', label: 'Active', sentence: 'The account is in use.' },
  failed: { tone: 'bad', label: 'Setup failed', sentence: 'Account setup failed. An administrator can see the failed run and retry it.' },
  decommissioning: { tone: 'warn', label: 'Decommissioning', sentence: 'Slipway is decommissioning this account.' },
  decommissioned: {
    tone: 'neutral',
    label: 'Decommissioned',
    icon: EndedIcon,
    sentence: 'The account was decommissioned. Its record is kept.',
  },
}
const unknown = (status: string): StatusDisplay => ({ tone: 'neutral', label: status, sentence: '' })

export const accountStatusLabel = (status: string): string => (accounts[status] ?? unknown(status)).label
export const accountStatusSentence = (status: string): string => (accounts[status] ?? unknown(status)).sentence

export function StatusBadge({ status, pill }: { status: string; pill?: boolean }) {
  const { tone, label, icon } = accounts[status] ?? unknown(status)
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {label}
    </Status>
  )
}
