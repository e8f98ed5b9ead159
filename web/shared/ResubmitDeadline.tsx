import { DateTime } from '../ui/Time.tsx'

interface Round {
  status: string
  resubmitBy: string | null
}

export function ResubmitDeadline({ approvals }: { approvals: readonly Round[] }) {
  const by = approvals.at(-1)?.resubmitBy
  if (!by) return null
  return (
    <p className="mt-1">
      The request expires unless you resubmit it by <DateTime at={by} />.
    </p>
  )
}

export function expiryTitle(approvals: readonly Round[]): string {
  return approvals.at(-1)?.status === 'changes_requested'
    ? 'Request expired: not resubmitted in time'
    : 'Request expired: not decided in time'
}
