import { useQuery } from '@tanstack/react-query'
import { lookupStoreData } from '../../../api/edgeQueries.ts'
import { isNotFound, problemOf } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { SkeletonFacts } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { DirectoryFailed } from './DirectoryFailed.tsx'
import { EdgeStatus } from './EdgeStatus.tsx'
import { edgeLabels, regionNames } from './edgeLabels.ts'
import type { Store } from './types.ts'

const day = (iso: string) => formatDateTime(iso, { time: false })

export function StoreDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const store = useQuery({ ...lookupStoreData(number), retry: false })
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={store.data ? `${store.data.number} ${store.data.name}` : `Store ${number}`}
      description={store.data && `${store.data.format} in ${store.data.address.town}, ${regionNames[store.data.region][0]}`}
    >
      {store.data ? (
        <Facts store={store.data} />
      ) : isNotFound(store.error) ? (
        <EmptyState title="Store not found">{problemOf(store.error).message}</EmptyState>
      ) : store.error ? (
        <DirectoryFailed what="this store" error={store.error} onRetry={() => void store.refetch()} />
      ) : (
        <SkeletonFacts count={8} />
      )}
    </Drawer>
  )
}

function Facts({ store }: { store: Store }) {
  const { address, network, edge, asOf, fetchedAt } = store
  return (
    <div className="space-y-5">
      {store.stale && (
        <Banner tone="warn" title="We can’t reach the store directory right now">
          This data is from <RelativeTime at={fetchedAt} />.
        </Banner>
      )}
      {store.delistedAt && (
        <Banner tone="warn" title="No longer in the store directory">
          Removed from the directory <RelativeTime at={store.delistedAt} />. The last known data is shown. You can’t add the store to new
          rollouts.
        </Banner>
      )}
      <KeyValues
        items={[
          { label: 'Edge', value: <EdgeStatus status={edgeLabels[edge.state]} /> },
          {
            label: 'Account',
            value: edge.account ? <Link href={paths.account(edge.account.id)}>{edge.account.name}</Link> : emptyCell,
          },
          {
            label: 'Rollout',
            wide: true,
            value: edge.rollout ? (
              <Link href={paths.edgeRollout(edge.rollout.id, { q: store.number })}>
                {edge.rollout.reference} {edge.rollout.name}
              </Link>
            ) : (
              emptyCell
            ),
          },
          { label: 'Address', wide: true, value: `${address.line1}, ${address.town}, ${address.postcode}` },
          { label: 'Region', value: regionNames[store.region][0] },
          { label: 'Opened', value: store.opened ? day(store.opened) : emptyCell },
          { label: 'Closing', value: store.closing ? day(store.closing) : 'Not planned' },
          { label: 'Network site', value: network?.site ?? 'Not connected yet' },
          { label: 'Circuit', value: network?.circuit ? <span className="font-mono text-sm">{network.circuit}</span> : emptyCell },
          { label: 'Bandwidth', value: network?.bandwidthMbps ? `${network.bandwidthMbps} Mbit/s` : emptyCell },
        ]}
      />
      <p className="border-t border-line pt-3 text-sm text-ink-2">
        Directory data from <RelativeTime at={asOf} />, read by Slipway <RelativeTime at={fetchedAt} />.
      </p>
    </div>
  )
}
