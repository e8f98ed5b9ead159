import type { Icon } from '../ui/icon.ts'
import { Ended, Status, type Tone } from '../ui/Status.tsx'

interface Face {
  tone: Tone
  word: string
  icon?: Icon
  /** What it means for whoever looks at it. */
  sentence: string
}

/** Every status of an account. How requests, steps and approvals stand is in `requestStatus.ts` and `WorkTimeline.tsx`. */
const accounts: Record<string, Face> = {
  provisioning: { tone: 'busy', word: 'Being set up', sentence: 'It is being set up. Everything here fills in as the work goes on.' },
  active: { tone: 'ok', word: 'Active', sentence: 'It is in use.' },
  failed: { tone: 'bad', word: 'Setup failed', sentence: 'Its setup stopped. An administrator has it in the list of stuck work.' },
  decommissioning: { tone: 'warn', word: 'Being retired', sentence: 'It is being retired.' },
  decommissioned: { tone: 'neutral', word: 'Retired', icon: Ended, sentence: 'It is retired and stays as it was.' },
}
const unknown = (status: string): Face => ({ tone: 'neutral', word: status, sentence: '' })

export const accountStatusWord = (status: string): string => (accounts[status] ?? unknown(status)).word
export const accountStatusSentence = (status: string): string => (accounts[status] ?? unknown(status)).sentence

/** How an account stands, as icon and word. `<StatusBadge status={account.status} pill />` */
export function StatusBadge({ status, pill }: { status: string; pill?: boolean }) {
  const { tone, word, icon } = accounts[status] ?? unknown(status)
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {word}
    </Status>
  )
}
