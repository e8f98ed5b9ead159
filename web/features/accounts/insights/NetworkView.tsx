import { Copy } from 'lucide-react'
import { labelFor } from '../../../shared/labels.ts'
import { count } from '../../../shared/waits.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { copyId } from './copyId.ts'
import { NetworkMap } from './NetworkMap.tsx'
import { NetworkPeerings } from './NetworkPeerings.tsx'
import { NetworkSubnets } from './NetworkSubnets.tsx'
import type { Network } from './networkLabels.ts'

export function NetworkView({ network }: { network: Network }) {
  const { name, location, resourceGroup, dnsServers, subnets, peerings } = network
  return (
    <article aria-label={name} className="space-y-4 p-4">
      <header>
        <h3 className="flex items-center gap-1 text-base font-semibold wrap-anywhere">
          {name}
          <IconButton size="sm" icon={Copy} label={`Copy ID of ${name}`} onClick={() => void copyId(network)} />
        </h3>
        <p className="text-sm text-ink-2">
          {labelFor('region', location)} · {count(subnets.length, 'subnet')} · {count(peerings.length, 'peering')} · DNS from{' '}
          {dnsServers.length > 0 ? dnsServers.join(', ') : 'Azure'}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">Resource group {resourceGroup}</p>
      </header>
      <NetworkMap network={network} />
      <NetworkPeerings peerings={peerings} />
      <NetworkSubnets network={network} />
    </article>
  )
}
