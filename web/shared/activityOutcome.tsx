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

/** Returns one label for the outcome of a call or a step, so that all screens use the same word. */
export const outcomeLabel = (outcome: string): string => outcomes[outcome]?.word ?? outcome

export function Outcome({ outcome }: { outcome: string }) {
  return <Status tone={outcomes[outcome]?.tone ?? 'neutral'}>{outcomeLabel(outcome)}</Status>
}
