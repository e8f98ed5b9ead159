import type { Icon } from '../ui/icon.ts'
import { Ended, Status, type Tone } from '../ui/Status.tsx'

interface StatusDisplay {
  tone: Tone
  word: string
  icon?: Icon
  /** Explains the status to the reader. */
  sentence: string
}

/** All account statuses. Statuses of requests, steps and approvals are in `requestStatus.ts` and `WorkTimeline.tsx`. */
const accounts: Record<string, StatusDisplay> = {
  provisioning: {
    tone: 'busy',
    word: 'Setting up',
    sentence: 'Slipway is setting up this account. Details appear here when they’re ready.',
  },
  active: { tone: 'ok', word: 'Active', sentence: 'The account is in use.' },
  failed: { tone: 'bad', word: 'Setup failed', sentence: 'Account setup failed. An administrator can see the failed run and retry it.' },
  decommissioning: { tone: 'warn', word: 'Decommissioning', sentence: 'Slipway is decommissioning this account.' },
  decommissioned: { tone: 'neutral', word: 'Decommissioned', icon: Ended, sentence: 'The account was decommissioned. Its record is kept.' },
}
const unknown = (status: string): StatusDisplay => ({ tone: 'neutral', word: status, sentence: '' })

export const accountStatusLabel = (status: string): string => (accounts[status] ?? unknown(status)).word
export const accountStatusSentence = (status: string): string => (accounts[status] ?? unknown(status)).sentence

/** An account's status as an icon and a word. `<StatusBadge status={account.status} pill />` */
export function StatusBadge({ status, pill }: { status: string; pill?: boolean }) {
  const { tone, word, icon } = accounts[status] ?? unknown(status)
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {word}
    </Status>
  )
}
