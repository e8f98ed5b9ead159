import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { getSandboxRequest } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { ActivityDisclosure } from '../../../shared/ActivityDisclosure.tsx'
import { RequestTimeline } from '../../../shared/RequestTimeline.tsx'
import { WhoDecides } from '../../../shared/WhoDecides.tsx'
import { RequestNotThere, RequestWaiting } from '../../../shell/RequestStates.tsx'
import { Button } from '../../../ui/Button.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { AskedFor } from './AskedFor.tsx'
import { RequestActions } from './RequestActions.tsx'
import { RequestNext } from './RequestNext.tsx'
import { requestStanding } from './requestStanding.ts'
import { SandboxRequestStatus } from './SandboxRequestStatus.tsx'
import { SetUpPanel } from './SetUpPanel.tsx'
import type { SandboxRequest } from './types.ts'

const route = getRouteApi('/sandboxes/requests/$id')
const crumbs = [
  { label: 'Sandboxes', href: paths.sandboxes() },
  { label: 'Requests', href: paths.sandboxRequests() },
]

/** One request for a sandbox as it moves: who decides, its place in the queue, how it is set up, what was asked for, and all that happened. */
export function RequestPage() {
  const { id } = route.useParams()
  const request = useQuery(getSandboxRequest(id))
  if (request.data) return <Request request={request.data} />
  if (request.error)
    return (
      <RequestNotThere
        title="Request for a sandbox"
        breadcrumbs={crumbs}
        listHref={paths.sandboxRequests()}
        error={request.error}
        onRetry={() => request.refetch()}
      />
    )
  return <RequestWaiting title="Request for a sandbox" breadcrumbs={crumbs} />
}

function Request({ request }: { request: SandboxRequest }) {
  const round = request.approvals.at(-1)
  const { sentence } = requestStanding(request)
  const before = useRef(sentence)
  useEffect(() => {
    if (before.current !== sentence) announce(`The request: ${sentence}`)
    before.current = sentence
  }, [sentence])
  return (
    <Page
      title={request.kind === 'extension' ? `More for ${request.name}` : request.name}
      breadcrumbs={crumbs}
      aside={<SandboxRequestStatus pill request={request} since={sinceOf(request)} />}
      actions={<RequestActions request={request} />}
    >
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-2 text-ink-2">
        <span>{request.reference}</span>
        <span aria-hidden>·</span>
        <PersonChip person={request.requester} /> asked <RelativeTime at={request.submittedAt} />
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0 space-y-4">
          <RequestNext request={request} />
          {request.work && request.work.status !== 'succeeded' && <SetUpPanel run={request.work} name={request.name} />}
          {round ? (
            <Panel
              title={round.stages.length === 0 ? 'Nobody had to decide' : 'Who decides'}
              description={request.approvals.length > 1 ? `Round ${request.approvals.length}: it was changed and sent again` : undefined}
              actions={
                round.can.decide === true && (
                  <Button size="sm" variant="primary" href={paths.approvals(round.id)}>
                    Decide
                  </Button>
                )
              }
            >
              <WhoDecides approval={round} />
              <Ruling request={request} />
            </Panel>
          ) : (
            request.automatic && (
              <Panel title="Nobody had to decide">
                <ul className="space-y-1">
                  {request.ruling.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              </Panel>
            )
          )}
          <AskedFor request={request} />
        </div>
        <Panel title="What has happened">
          <RequestTimeline events={request.timeline} />
          <ActivityDisclosure kind="sandboxRequest" id={request.id} />
        </Panel>
      </div>
    </Page>
  )
}

/** What kept it from being approved at once. */
function Ruling({ request }: { request: SandboxRequest }) {
  if (request.automatic || request.ruling.length === 0) return null
  return (
    <div className="mt-4 border-t border-line pt-3 text-sm text-ink-2">
      {request.ruling.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  )
}

/** When the present state began. */
function sinceOf(request: SandboxRequest): string | undefined {
  const round = request.approvals.at(-1)
  if (request.status === 'pending_approval') return round?.stages.find((stage) => stage.status === 'open')?.openedAt ?? request.submittedAt
  return request.status === 'changes_requested' ? (round?.closedAt ?? undefined) : undefined
}
