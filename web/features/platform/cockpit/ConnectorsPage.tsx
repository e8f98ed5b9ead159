import { useQuery } from '@tanstack/react-query'
import { listConnectors } from '../../../api/cockpitQueries.ts'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { CockpitFrame } from './CockpitFrame.tsx'
import { ConnectorCard } from './ConnectorCard.tsx'

const order = { down: 0, degraded: 1, ok: 2, unknown: 3 }

export function ConnectorsPage() {
  const connectors = useQuery(listConnectors())
  return (
    <CockpitFrame
      tab="connectors"
      title="Connectors"
      description="External services and their responses in the last 15 minutes."
      subject="the connectors"
      query={connectors}
    >
      {(data) => (
        <>
          <ul className="grid items-stretch gap-4 md:grid-cols-2 2xl:grid-cols-3">
            {data.connectors
              .toSorted((left, right) => order[left.state] - order[right.state] || left.service.localeCompare(right.service))
              .map((connector) => (
                <li key={connector.service} className="flex min-w-0 flex-col">
                  <ConnectorCard connector={connector} canCheck={isAllowed(data, 'act')} onChecked={() => void connectors.refetch()} />
                </li>
              ))}
          </ul>
          <p className="mt-3 text-sm text-ink-2">Totals of {count(data.replicas, 'replica')}.</p>
        </>
      )}
    </CockpitFrame>
  )
}
