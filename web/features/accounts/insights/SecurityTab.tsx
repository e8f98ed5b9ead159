import type { CallResult } from '../../../api/client.ts'
import { CloudTab } from './CloudTab.tsx'
import { securityTabLabels } from './labels.ts'
import { SecurityCompliance } from './SecurityCompliance.tsx'
import { SecurityFindings } from './SecurityFindings.tsx'

export function SecurityTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title={securityTabLabels.hidden}>
      <SecurityFindings accountId={account.id} />
      <SecurityCompliance account={account} />
    </CloudTab>
  )
}
