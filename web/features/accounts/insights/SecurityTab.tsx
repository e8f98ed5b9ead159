import type { CallResult } from '../../../api/client.ts'
import { CloudTab } from './CloudTab.tsx'
import { SecurityCompliance } from './SecurityCompliance.tsx'
import { SecurityFindings } from './SecurityFindings.tsx'

export function SecurityTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title="You can’t see this account’s security">
      <SecurityFindings accountId={account.id} />
      <SecurityCompliance account={account} />
    </CloudTab>
  )
}
