import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { getAccountRequest } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ActivityDisclosure } from '../../../shared/ActivityDisclosure.tsx'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { RequestTimeline } from '../../../shared/RequestTimeline.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { requestStatus } from '../../../shared/requestStatus.ts'
import type { AccountRequest } from '../../../shared/requestTypes.ts'
import { WhoDecides } from '../../../shared/WhoDecides.tsx'
import { RequestNotThere, RequestWaiting } from '../../../shell/RequestStates.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { AskedFor } from './AskedFor.tsx'
import { BuildPanel } from './BuildPanel.tsx'
import { NextStep } from './NextStep.tsx'

const route = getRouteApi('/requests/$id')

/** One request as it moves: who decides, what is being built, what was asked for, and all that happened. */
export function RequestPage() {
  const { id } = route.useParams()
  const request = useQuery(getAccountRequest(id))
  if (request.data) return <Request request={request.data} />
  if (request.error)
    return (
      <RequestNotThere
        title="Request"
        breadcrumbs={[{ label: 'Requests', href: paths.requests() }]}
        listHref={paths.requests()}
        error={request.error}
        onRetry={() => request.refetch()}
      />
    )
  return <RequestWaiting title="Request" breadcrumbs={[{ label: 'Requests', href: paths.requests() }]} />
}

function Request({ request }: { request: AccountRequest }) {
  const round = request.approvals.at(-1)
  useSaid(requestStatus(request).sentence)
  return (
    <Page
      title={request.name}
      breadcrumbs={[{ label: 'Requests', href: paths.requests() }]}
      aside={<RequestStatus pill request={request} since={sinceOf(request)} />}
      actions={<Actions request={request} />}
    >
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-2 text-ink-2">
        <span>{request.reference}</span>
        <span aria-hidden>·</span>
        <PersonChip person={request.requester} /> asked <RelativeTime at={request.submittedAt} />
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0 space-y-4">
          <NextStep request={request} />
          {request.work && <BuildPanel run={request.work} name={request.name} />}
          {round && (
            <Panel
              title="Who decides"
              description={request.approvals.length > 1 ? `Round ${request.approvals.length}: it was changed and sent again` : undefined}
            >
              <WhoDecides approval={round} then="It is the last decision: building begins at once after it." />
            </Panel>
          )}
          <AskedFor request={request} />
        </div>
        <Panel title="What has happened">
          <RequestTimeline events={request.timeline} />
          <ActivityDisclosure kind="accountRequest" id={request.id} />
        </Panel>
      </div>
    </Page>
  )
}

/** When the present state began. */
function sinceOf(request: AccountRequest): string | undefined {
  const round = request.approvals.at(-1)
  if (request.status === 'pending_approval') return round?.stages.find((stage) => stage.status === 'open')?.openedAt ?? request.submittedAt
  if (request.status === 'changes_requested') return round?.closedAt ?? undefined
  return undefined
}

/** Says a change of state to screen readers. */
function useSaid(sentence: string) {
  const before = useRef(sentence)
  useEffect(() => {
    if (before.current === sentence) return
    before.current = sentence
    announce(`The request: ${sentence}`)
  }, [sentence])
}

function Actions({ request }: { request: AccountRequest }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useCall('withdrawAccountRequest', ['accountRequest', 'approval', 'notification'])
  const { can } = request
  const closed = can.edit !== true && can.withdraw !== true
  if (closed && !(request.status === 'pending_approval' || request.status === 'changes_requested')) return null
  return (
    <>
      <Button icon={Undo2} disabledReason={reasonOf(request, 'withdraw')} onClick={() => setAsking(true)}>
        Take it back
      </Button>
      <Button icon={Pencil} href={paths.editRequest(request.id)} disabledReason={reasonOf(request, 'edit')}>
        Change it
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Take ${request.reference} back?`}
        confirmLabel="Take it back"
        onConfirm={async () => {
          try {
            await withdraw.mutateAsync({ params: { id: request.id }, headers: ifMatch(request.version) })
            toast.ok(`${request.reference} is taken back`)
          } catch (error) {
            throw new Error(problemOf(error).message)
          }
        }}
      >
        <p>
          Nobody is asked to decide any more, and votes given so far no longer count. Nothing has been built. You can ask anew at any time.
        </p>
      </ConfirmDialog>
    </>
  )
}
