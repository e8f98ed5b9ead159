import type { CallResult } from '../../../api/client.ts'
import { Status } from '../../../ui/Status.tsx'
import { budgetLabels } from './labels.ts'

export function BudgetStatus({ account: { status, budgetRun } }: { account: CallResult<'getAccount'> }) {
  if (status !== 'active' || !budgetRun) return null
  return budgetRun.status === 'failed' ? (
    <Status tone="bad">{budgetLabels.failed}</Status>
  ) : (
    <Status tone="warn">{budgetLabels.pending}</Status>
  )
}
