import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, Siren } from 'lucide-react'
import { Suspense, useState } from 'react'
import { initialIncidentCount, listAccountIncidents, listOpenAccountIncidents } from '../../../api/incidentQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { IncidentRow } from './IncidentRow.tsx'
import { incidentLabels } from './labels.ts'
import type { Account, Incident, OpenIncident, OpenIncidents } from './types.ts'

const RaiseIncidentDialog = lazyComponent(() => import('./RaiseIncidentDialog.tsx').then((file) => ({ default: file.RaiseIncidentDialog })))

const max = 200

export function IncidentsPanel({ account }: { account: Account }) {
  const seesAll = reasonOf(account, 'seeAll') === undefined
  const [size, setSize] = useState(initialIncidentCount)
  const [isRaising, setIsRaising] = useState(false)
  const raised = useQuery(listAccountIncidents(account.id, size))
  const openIncidents = useQuery({ ...listOpenAccountIncidents(account.id), enabled: seesAll })
  const { data } = raised
  const others = openIncidents.data?.items.filter((each) => !each.raisedInSlipway) ?? []
  const isEmpty = data?.items.length === 0 && others.length === 0 && (!seesAll || openIncidents.data !== undefined)
  return (
    <Panel
      flush
      title="Incidents"
      description={
        openIncidents.data ? (
          <>
            Updated from ServiceNow <RelativeTime at={openIncidents.data.fetchedAt} />
          </>
        ) : data?.ownOnly ? (
          'Incidents you raised. Account owners see all incidents.'
        ) : undefined
      }
      actions={
        <Button variant="primary" icon={LifeBuoy} disabledReason={data && reasonOf(data, 'raise')} onClick={() => setIsRaising(true)}>
          {incidentLabels.raise}
        </Button>
      }
    >
      {!data ? (
        <div className="p-4">
          <Loading subject="the incidents" query={raised} lines={5} />
        </div>
      ) : (
        <>
          {openIncidents.error && (
            <div className="px-4 py-3">
              <Banner
                tone="warn"
                title="Other open incidents are missing"
                action={
                  <Button size="sm" onClick={() => openIncidents.refetch()} loading={openIncidents.isFetching}>
                    {uiLabels.retry}
                  </Button>
                }
              >
                {problemOf(openIncidents.error).message} Incidents raised in Slipway show their last known status. You can still raise an
                incident.
              </Banner>
            </div>
          )}
          {openIncidents.data && !openIncidents.data.known && (
            <div className="px-4 pt-3">
              <Banner tone="info" title="ServiceNow has no configuration item for this account">
                You can still raise incidents, but without a configuration item. Ask the platform team to add the account to ServiceNow.
              </Banner>
            </div>
          )}
          {isEmpty && (
            <div className="p-4">
              <EmptyState icon={Siren} title={data.ownOnly ? incidentLabels.none : 'No incidents'}>
                Incidents that you raise appear here. The form suggests the account’s support group.
              </EmptyState>
            </div>
          )}
          <Rows raised={data.items} openIncidents={openIncidents.data} others={others} />
          {seesAll && openIncidents.isPending && (
            <div className="px-4 py-3">
              <SkeletonText lines={2} />
              <p className="sr-only" role="status">
                Loading open incidents from ServiceNow.
              </p>
            </div>
          )}
          {data.total > data.items.length && size < max && (
            <div className="border-t border-line px-4 py-2.5">
              <Button size="sm" loading={raised.isPlaceholderData} onClick={() => setSize(Math.min(max, size * 4))}>
                Show older incidents
              </Button>
              <span className="ml-3 text-sm text-ink-2">
                {data.items.length} of {count(data.total, 'incident')} raised in Slipway
              </span>
            </div>
          )}
        </>
      )}
      <Suspense>{isRaising && <RaiseIncidentDialog account={account} onOpenChange={setIsRaising} />}</Suspense>
    </Panel>
  )
}

/** Slipway also polls ServiceNow. The panel shows the newer of two statuses: the polled one and the one on this page. */
function Rows({
  raised,
  openIncidents,
  others,
}: {
  raised: readonly Incident[]
  openIncidents: OpenIncidents | undefined
  others: readonly OpenIncident[]
}) {
  const latest = ({ number, checkedAt, openedAt }: Incident) =>
    openIncidents && openIncidents.fetchedAt > (checkedAt ?? openedAt ?? '')
      ? openIncidents.items.find((each) => each.number === number)
      : undefined
  return (
    <>
      {raised.length > 0 && (
        <ul aria-label={incidentLabels.raised} className="divide-y divide-line">
          {raised.map((incident) => {
            const now = latest(incident)
            return (
              <IncidentRow
                key={incident.id}
                {...incident}
                status={now?.status ?? incident.status}
                priority={now?.priority ?? incident.priority}
                group={now?.assignmentGroup ?? incident.assignmentGroup?.name}
                raisedBy={incident.raisedBy.displayName}
                at={incident.createdAt}
              />
            )
          })}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <h3 className="border-t border-line bg-sunken px-4 py-1.5 text-xs font-semibold text-ink-2 first:border-t-0">
            {raised.length > 0 ? 'Other open incidents' : 'Open incidents'} in ServiceNow
          </h3>
          <ul aria-label="Other open incidents in ServiceNow" className="divide-y divide-line border-t border-line">
            {others.map((incident) => (
              <IncidentRow key={incident.number} {...incident} group={incident.assignmentGroup} at={incident.openedAt} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}
