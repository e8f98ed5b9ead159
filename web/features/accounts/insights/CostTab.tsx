import type { CallResult } from '../../../api/client.ts'
import { CloudTab } from './CloudTab.tsx'
import { CostSavings } from './CostSavings.tsx'
import { CostSpend } from './CostSpend.tsx'
import { costTabLabels } from './labels.ts'

export function CostTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title={costTabLabels.hidden}>
      <CostSpend accountId={account.id} />
      <CostSavings accountId={account.id} />
    </CloudTab>
  )
}
