import type { CallResult } from '../../../api/client.ts'
import { CloudTab } from './CloudTab.tsx'
import { CostSavings } from './CostSavings.tsx'
import { CostSpend } from './CostSpend.tsx'

export function CostTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title="You can’t see this account’s cost">
      <CostSpend accountId={account.id} />
      <CostSavings accountId={account.id} />
    </CloudTab>
  )
}
