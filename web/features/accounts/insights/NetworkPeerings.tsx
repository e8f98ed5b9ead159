import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { endOf, type Peering, peeringLabels } from './networkLabels.ts'
import { useShowAll } from './useShowAll.tsx'

/** A hub can have a thousand peerings, so only the first ones are drawn initially. */
const initialCount = 10

export function NetworkPeerings({ peerings }: { peerings: readonly Peering[] }) {
  const { visibleItems, showAllButton } = useShowAll(peerings, initialCount)
  if (peerings.length === 0) return <p className="text-sm text-ink-2">No connected networks.</p>
  return (
    <div>
      <h4 className="mb-1 text-sm font-semibold">Connected to</h4>
      <ul>
        {visibleItems.map((peering, index) => (
          <li key={peering.name} className="relative pl-10">
            <PeeringLine last={index === visibleItems.length - 1} whole={peering.state === 'connected'} />
            <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 py-1.5">
              <span className="min-w-0 wrap-anywhere">
                {peering.account ? (
                  <Link variant="name" href={paths.account(peering.account.id, 'network')}>
                    {endOf(peering)}
                  </Link>
                ) : (
                  <span className="font-medium">{endOf(peering)}</span>
                )}
                {endOf(peering) !== peering.networkName && <span className="text-sm text-ink-2"> · {peering.networkName}</span>}
              </span>
              <Status tone={peeringLabels[peering.state].tone}>{peeringLabels[peering.state].label}</Status>
              <code className="font-mono text-xs text-ink-2 wrap-anywhere">{peering.remotePrefixes.join(', ')}</code>
              {peering.usesRemoteGateway && <span className="text-sm text-ink-2">uses its gateway</span>}
            </div>
          </li>
        ))}
      </ul>
      {showAllButton}
    </div>
  )
}

function PeeringLine({ last, whole }: { last: boolean; whole: boolean }) {
  const stroke = whole ? 'var(--series-1)' : 'var(--line-strong)'
  const dashArray = whole ? undefined : '3 3'
  return (
    <svg aria-hidden width={34} height="100%" className="absolute inset-y-0 left-0" strokeWidth={2}>
      <line x1={9} x2={9} y1={0} y2={last ? '50%' : '100%'} stroke="var(--line-strong)" />
      <line x1={9} x2={26} y1="50%" y2="50%" stroke={stroke} strokeDasharray={dashArray} />
      <circle cx={28} cy="50%" r={4} fill="var(--surface)" stroke={stroke} />
    </svg>
  )
}
