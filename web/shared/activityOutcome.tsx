import { Status, type Tone } from '../ui/Status.tsx'

const outcomes: Record<string, { tone: Tone; label: string }> = {
  allowed: { tone: 'ok', label: 'Done' },
  denied: { tone: 'warn', label: 'Denied' },
  stepUpNeeded: { tone: 'info', label: 'Step-up sign-in needed' },
  failed: { tone: 'bad', label: 'Failed' },
  invalidRequest: { tone: 'neutral', label: 'Invalid input' },
  succeeded: { tone: 'ok', label: 'Done' },
  running: { tone: 'busy', label: 'Running' },
  waiting: { tone: 'warn', label: 'Waiting' },
  skipped: { tone: 'neutral', label: 'Skipped' },
  pending: { tone: 'neutral', label: 'Not started' },
}

export const outcomeLabel = (outcome: string): string => outcomes[outcome]?.label ?? outcome

export function Outcome({ outcome }: { outcome: string }) {
  return <Status tone={outcomes[outcome]?.tone ?? 'neutral'}>{outcomeLabel(outcome)}</Status>
}
