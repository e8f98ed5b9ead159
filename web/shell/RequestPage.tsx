import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { getMe } from '../api/queries.ts'
import { paths } from '../paths.ts'
import type { ActivityOf } from '../shared/Activity.tsx'
import { ActivityDisclosure } from '../shared/ActivityDisclosure.tsx'
import { ApproversPanel } from '../shared/ApproversPanel.tsx'
import { approvalLabels } from '../shared/approvalLabels.ts'
import { RequestStatus } from '../shared/RequestStatus.tsx'
import { RequestTimeline } from '../shared/RequestTimeline.tsx'
import type { StatusOf } from '../shared/requestStatus.ts'
import type { Approval, PersonRef, RequestEvent } from '../shared/requestTypes.ts'
import type { SubjectView } from '../shared/subject.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { announce } from '../ui/LiveRegion.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PersonChip } from '../ui/Person.tsx'
import { RelativeTime } from '../ui/Time.tsx'
import { useMarkedPath } from './markedPath.ts'
import { RequestLoading, RequestNotFound } from './RequestStates.tsx'

interface Crumb {
  label: string
  href: string
}

export function RequestLoader<Request>({
  query: { data, error, refetch },
  title,
  breadcrumbs,
  children,
}: {
  query: UseQueryResult<Request>
  title: string
  /** The last item is the list of all requests. */
  breadcrumbs: Crumb[]
  children: (request: Request) => ReactNode
}) {
  if (data) return children(data)
  if (!error) return <RequestLoading title={title} breadcrumbs={breadcrumbs} />
  const { href } = breadcrumbs.at(-1)!
  return <RequestNotFound title={title} breadcrumbs={breadcrumbs} listHref={href} error={error} onRetry={() => refetch()} />
}

interface RequestDetails {
  id: string
  reference: string
  status: string
  requester: PersonRef
  submittedAt: string
  approvals: readonly Approval[]
  timeline: readonly RequestEvent[]
  budgetWarnings?: readonly string[]
}

interface RequestPageProps<Request> {
  kind: ActivityOf['kind']
  request: Request & RequestDetails
  statusOf: StatusOf<Request>
  title: string
  breadcrumbs: Crumb[]
  /** A verb, such as "requested an extension". */
  verb?: string
  actions: ReactNode
  children: ReactNode
}

/** The page of a request of any kind, updated live. Status changes are announced to screen readers. */
export function RequestPage<Request>(props: RequestPageProps<Request>) {
  const { kind, request, statusOf, title, breadcrumbs, verb = 'requested', actions, children } = props
  const { sentence } = statusOf(request)
  useMarkedPath(markedPathOf(kind, request, useQuery(getMe()).data?.id))
  const before = useRef(sentence)
  useEffect(() => {
    if (before.current !== sentence) announce(`Status of the request: ${sentence}`)
    before.current = sentence
  }, [sentence])
  return (
    <Page
      title={title}
      breadcrumbs={breadcrumbs}
      aside={<RequestStatus pill request={request} statusOf={statusOf} since={sinceOf(request)} />}
      actions={actions}
    >
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-2 text-ink-2">
        <span>{request.reference}</span>
        <span aria-hidden>·</span>
        <PersonChip person={request.requester} />
        <span>
          {verb} <RelativeTime at={request.approvals[0]?.openedAt ?? request.submittedAt} />
          {request.approvals.length > 1 && (
            <>
              , {approvalLabels.resubmitted} <RelativeTime at={request.submittedAt} />
            </>
          )}
        </span>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0 space-y-4">
          {request.budgetWarnings?.map((warning) => (
            <Banner key={warning} tone="warn" title={warning} />
          ))}
          {children}
        </div>
        <Panel title="Activity">
          <RequestTimeline events={request.timeline} />
          <ActivityDisclosure kind={kind} id={request.id} />
        </Panel>
      </div>
    </Page>
  )
}

const isApproverOf = ({ stages }: Approval, me: string | undefined): boolean =>
  stages.some(({ approvers, decisions }) =>
    [...approvers.map(({ id }) => id), ...decisions.map(({ person }) => person.id)].some((id) => id === me),
  )

/** Requests in the reader's own lists have URLs below these lists, but can belong to someone else. */
function markedPathOf(kind: ActivityOf['kind'], { requester, approvals }: RequestDetails, me: string | undefined): string | undefined {
  if ((kind !== 'accountRequest' && kind !== 'sandboxRequest') || me === undefined || requester.id === me) return undefined
  return approvals.some((round) => round.can.decide === true || isApproverOf(round, me)) ? paths.approvals() : ''
}

/** Renders nothing if no approval is needed. `afterApproval` says what follows the approval. */
export function RequestDecision({
  approvals,
  title = approvalLabels.approvers,
  afterApproval,
  deadline,
  children,
}: {
  approvals: readonly Approval[]
  title?: string | undefined
  afterApproval?: string
  deadline?: SubjectView['deadline'] | undefined
  children?: ReactNode
}) {
  const round = approvals.at(-1)
  const me = useQuery(getMe()).data?.id
  if (!round) return null
  const canDecide = round.can.decide === true
  const isApprover = isApproverOf(round, me)
  return (
    <Panel
      title={title}
      description={approvals.length > 1 ? `Round ${approvals.length}: changed and resubmitted` : undefined}
      actions={
        canDecide ? (
          <Button size="sm" variant="primary" href={paths.approvals(round.id)}>
            {approvalLabels.decide}
          </Button>
        ) : (
          isApprover && (
            <Button size="sm" href={paths.approvals({ show: 'all', id: round.id })}>
              {approvalLabels.view}
            </Button>
          )
        )
      }
    >
      <ApproversPanel approval={round} afterApproval={afterApproval} deadline={deadline} />
      {children}
    </Panel>
  )
}

function sinceOf({ status, approvals, submittedAt }: RequestDetails): string | undefined {
  const round = approvals.at(-1)
  if (status === 'pending_approval') return round?.stages.find((stage) => stage.status === 'open')?.openedAt ?? submittedAt
  return status === 'changes_requested' ? (round?.closedAt ?? undefined) : undefined
}
