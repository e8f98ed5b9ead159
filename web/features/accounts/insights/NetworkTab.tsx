import { Network as NetworkIcon } from 'lucide-react'
import { call } from '../../../api/ask.ts'
import type { CallResult } from '../../../api/client.ts'
import { getNetworkDetails } from '../../../api/queries.ts'
import { EmptyState } from '../../../ui/States.tsx'
import { CloudTab } from './CloudTab.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { NetworkAddresses } from './NetworkAddresses.tsx'
import { NetworkView } from './NetworkView.tsx'
import { useInsight } from './useInsight.ts'

export function NetworkTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title="Its network is not for everyone">
      <Networks accountId={account.id} />
    </CloudTab>
  )
}

function Networks({ accountId }: { accountId: string }) {
  const insight = useInsight(getNetworkDetails(accountId), () =>
    call('getNetworkDetails', { params: { id: accountId }, query: { refresh: true } }),
  )
  return (
    <InsightPanel title="Network" what="The network" icon={NetworkIcon} insight={insight} lines={12} flush>
      {({ networks, publicAddresses }) => (
        <div className="divide-y divide-line">
          {networks.length === 0 && (
            <div className="p-4">
              <EmptyState icon={NetworkIcon} title="No virtual network">
                Nothing in this account is on a network of its own. Ask for connectivity in an update of the account if something should be.
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
