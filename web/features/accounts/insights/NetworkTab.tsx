import { Network as NetworkIcon } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { getNetworkDetails } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { EmptyState } from '../../../ui/States.tsx'
import { CloudTab } from './CloudTab.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { NetworkAddresses } from './NetworkAddresses.tsx'
import { NetworkView } from './NetworkView.tsx'
import { useInsight } from './useInsight.ts'

export function NetworkTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title="You can’t see this account’s network">
      <Networks accountId={account.id} />
    </CloudTab>
  )
}

function Networks({ accountId }: { accountId: string }) {
  const insight = useInsight(getNetworkDetails(accountId), () =>
    call('getNetworkDetails', { params: { id: accountId }, query: { refresh: true } }),
  )
  return (
    <InsightPanel title="Network" what="the network" icon={NetworkIcon} insight={insight} lines={12} flush>
      {({ networks, publicAddresses }) => (
        <div className="divide-y divide-line">
          {networks.length === 0 && (
            <div className="p-4">
              <EmptyState icon={NetworkIcon} title="No virtual network">
                This account has no virtual network. Request an account change to add connectivity.
              </EmptyState>
            </div>
          )}
          {networks.map((network) => (
            <NetworkView key={network.id} network={network} />
          ))}
          <NetworkAddresses addresses={publicAddresses} />
        </div>
      )}
    </InsightPanel>
  )
}
