import { DateTime } from '../ui/Time.tsx'

interface Round {
  status: string
  answerBy: string | null
}

/** Until when whoever asked can change it and send it again. */
export function AnswerBy({ approvals }: { approvals: readonly Round[] }) {
  const by = approvals.at(-1)?.answerBy
  if (!by) return null
  return (
    <p className="mt-1">
      The request expires unless you resubmit it by <DateTime at={by} />.
    </p>
  )
}

/** Why a request expired. */
export function expiredBecause(approvals: readonly Round[]): string {
  return approvals.at(-1)?.status === 'changes_requested' ? 'Not resubmitted in time' : 'Not decided in time'
}
