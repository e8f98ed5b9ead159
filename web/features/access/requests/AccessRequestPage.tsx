import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { getAccessRequest } from '../../../api/accessQueries.ts'
import { paths } from '../../../paths.ts'
import { ActivityDisclosure } from '../../../shared/ActivityDisclosure.tsx'
import { RequestTimeline } from '../../../shared/RequestTimeline.tsx'
import { WhoDecides } from '../../../shared/WhoDecides.tsx'
import { RequestNotThere, RequestWaiting } from '../../../shell/RequestStates.tsx'
import { Button } from '../../../ui/Button.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { forGood, hoursInWords } from '../assignments/words.ts'
import { AccessRequestNext } from './AccessRequestNext.tsx'
import { AccessRequestStatus } from './AccessRequestStatus.tsx'
import { accessRequestStatus } from './accessRequestStatus.ts'
import { GrantPanel } from './GrantPanel.tsx'
import { RequestActions } from './RequestActions.tsx'
import type { AccessRequest } from './types.ts'

const route = getRouteApi('/access/requests/$id')
const crumbs = [
  { label: 'Access', href: paths.access() },
  { label: 'Requests', href: paths.accessRequests() },
]

/** One request for access as it moves: who decides, what the directory is told, what was asked for, and all that happened. */
export function AccessRequestPage() {
  const { id } = route.useParams()
  const request = useQuery(getAccessRequest(id))
  if (request.data) return <Request request={request.data} />
  if (request.error)
    return (
      <RequestNotThere
        title="Request for access"
        breadcrumbs={crumbs}
        listHref={paths.accessRequests()}
        error={request.error}
        onRetry={() => request.refetch()}
      />
    )
  return <RequestWaiting title="Request for access" breadcrumbs={crumbs} />
}

function Request({ request }: { request: AccessRequest }) {
  const round = request.approvals.at(-1)
  const state = { ...request, workStatus: request.work?.status ?? null }
  const { sentence } = accessRequestStatus(state)
  const before = useRef(sentence)
  useEffect(() => {
    if (before.current !== sentence) announce(`The request: ${sentence}`)
    before.current = sentence
  }, [sentence])
  return (
    <Page
      title={request.group.name}
      breadcrumbs={crumbs}
      aside={<AccessRequestStatus pill request={state} since={sinceOf(request)} />}
      actions={<RequestActions request={request} />}
    >
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-2 text-ink-2">
        <span>{request.reference}</span>
        <span aria-hidden>·</span>
        <PersonChip person={request.requester} /> asked {request.extends && 'to stay longer'} <RelativeTime at={request.submittedAt} />
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0 space-y-4">
          <AccessRequestNext request={request} />
          {request.work && request.work.status !== 'succeeded' && <GrantPanel run={request.work} />}
          {round && (
            <Panel
              title="Who decides"
              description={request.approvals.length > 1 ? `Round ${request.approvals.length}: it was changed and sent again` : undefined}
              actions={
                round.can.decide === true && (
                  <Button size="sm" variant="primary" href={paths.approvals(round.id)}>
                    Decide
                  </Button>
                )
              }
            >
              <WhoDecides
                approval={round}
                then={request.extends ? 'Once approved the end moves at once.' : 'Once approved the directory is told at once.'}
              />
            </Panel>
          )}
          <AskedFor request={request} />
        </div>
        <Panel title="What has happened">
          <RequestTimeline events={request.timeline} />
          <ActivityDisclosure kind="accessRequest" id={request.id} />
        </Panel>
      </div>
    </Page>
  )
}

function AskedFor({ request }: { request: AccessRequest }) {
  const { account, group, durationHours, until } = request
  return (
    <Panel title="What was asked for">
      <blockquote className="mb-4 max-w-prose border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
        {request.justification}
      </blockquote>
      <KeyValues
        columns={3}
        items={[
          { label: 'Account', value: <Link href={paths.account(account.id, 'access')}>{account.name}</Link> },
          { label: 'Group', value: group.name },
          { label: 'Roles', value: group.roles.join(', ') },
          {
            label: request.extends ? 'How much longer' : 'For how long',
            value: durationHours === null ? forGood : hoursInWords(durationHours),
          },
          ...(until ? [{ label: 'Ends', value: <DateTime at={until} /> }] : []),
          ...(group.description ? [{ label: 'What the group is for', value: group.description, wide: true }] : []),
        ]}
      />
    </Panel>
  )
}

/** When the present state began. */
function sinceOf(request: AccessRequest): string | undefined {
  const round = request.approvals.at(-1)
  if (request.status === 'pending_approval') return round?.stages.find((stage) => stage.status === 'open')?.openedAt ?? request.submittedAt
  return request.status === 'changes_requested' ? (round?.closedAt ?? undefined) : undefined
}
