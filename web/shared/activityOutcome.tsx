import { Status, type Tone } from '../ui/Status.tsx'

const outcomes: Record<string, { tone: Tone; word: string }> = {
  allowed: { tone: 'ok', word: 'Done' },
  denied: { tone: 'warn', word: 'Denied' },
  failed: { tone: 'bad', word: 'Failed' },
  succeeded: { tone: 'ok', word: 'Done' },
  running: { tone: 'busy', word: 'Running' },
  waiting: { tone: 'warn', word: 'Waiting' },
  skipped: { tone: 'neutral', word: 'Skipped' },
  pending: { tone: 'neutral', word: 'Not started' },
}

/** How a call or a step ended, in one word wherever it stands. */
export const outcomeWord = (outcome: string): string => outcomes[outcome]?.word ?? outcome

export function Outcome({ outcome }: { outcome: string }) {
  return <Status tone={outcomes[outcome]?.tone ?? 'neutral'}>{outcomeWord(outcome)}</Status>
}
