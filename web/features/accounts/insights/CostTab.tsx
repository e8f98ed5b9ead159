import type { CallResult } from '../../../api/client.ts'
import { CloudTab } from './CloudTab.tsx'
import { CostSavings } from './CostSavings.tsx'
import { CostSpend } from './CostSpend.tsx'

export function CostTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title="Its cost is not for everyone">
      <CostSpend accountId={account.id} />
      <CostSavings accountId={account.id} />
    </CloudTab>
  )
}
