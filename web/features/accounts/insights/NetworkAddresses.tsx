import { Globe } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { CopyId } from '../../../ui/CopyId.tsx'
import { useShowAll } from './useShowAll.tsx'

type Address = CallResult<'getNetworkDetails'>['publicAddresses'][number]
const initialCount = 10

export function NetworkAddresses({ addresses }: { addresses: readonly Address[] }) {
  const { visibleItems, showAllButton } = useShowAll(addresses, initialCount)
  return (
    <section aria-label="Public IP addresses" className="space-y-2 p-4">
      <h3 className="flex items-center gap-2 text-base font-semibold">
        <Globe size={16} aria-hidden className="text-ink-2" />
        Public IP addresses
      </h3>
      {addresses.length === 0 ? (
        <p className="text-ink-2">No public IP addresses.</p>
      ) : (
        <ul className="divide-y divide-line">
          {visibleItems.map(({ id, name, address, domainName, resourceGroup, attachedTo }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-0.5 py-1.5">
              {address ? <CopyId value={address} kind="address" /> : <span className="text-ink-2">No address yet</span>}
              <span className="font-medium wrap-anywhere">{name}</span>
              {domainName && <span className="text-ink-2 wrap-anywhere">{domainName}</span>}
              <span className="text-ink-2 wrap-anywhere">
                {attachedTo ? `Attached to ${attachedTo}` : 'Unattached, still billed'} · {resourceGroup}
              </span>
            </li>
          ))}
        </ul>
      )}
      {showAllButton}
    </section>
  )
}
