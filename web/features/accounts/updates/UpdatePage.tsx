import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getAccountUpdate } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ActivityDisclosure } from '../../../shared/ActivityDisclosure.tsx'
import { PriceChange } from '../../../shared/PriceChange.tsx'
import { RequestTimeline } from '../../../shared/RequestTimeline.tsx'
import type { AccountUpdate } from '../../../shared/requestTypes.ts'
import { UpdateStatus } from '../../../shared/UpdateStatus.tsx'
import { WhoDecides } from '../../../shared/WhoDecides.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { UpdateNotThere, UpdateWaiting } from './UpdateAbsent.tsx'
import { UpdateActions } from './UpdateActions.tsx'
import { UpdateNext } from './UpdateNext.tsx'
import { UpdateWork } from './UpdateWork.tsx'

const route = getRouteApi('/accounts/$id/updates/$updateId')

/** One change of an account as it moves: what changes, what it costs, who decides, how far it is carried out. */
export function UpdatePage() {
  const { id, updateId } = route.useParams()
  const { data, error, refetch } = useQuery(getAccountUpdate(id, updateId))
  if (data) return <Update update={data} />
  return error ? <UpdateNotThere error={error} onRetry={refetch} /> : <UpdateWaiting />
}

function Update({ update }: { update: AccountUpdate }) {
  const { account, approvals, work } = update
  const round = approvals.at(-1)
  return (
    <Page
      title={update.title}
      breadcrumbs={[
        { label: 'Accounts', href: paths.accounts() },
        { label: account.name, href: paths.account(account.id, 'changes') },
      ]}
      aside={<UpdateStatus pill update={update} since={sinceOf(update)} />}
      actions={<UpdateActions update={update} />}
    >
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-2 text-ink-2">
        <span>{update.reference}</span>
        <span aria-hidden>·</span>
        <PersonChip person={update.requester} /> asked <RelativeTime at={update.submittedAt} />
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0 space-y-4">
          <UpdateNext update={update} />
          {work && <UpdateWork run={work} title={update.title} />}
          <Panel title="What changes">
            {update.price && (
              <div className="mb-4">
                <PriceChange price={update.price} />
              </div>
            )}
            <Diff rows={update.diff} />
            {update.reason && (
              <>
                <h3 className="mt-5 mb-1 text-sm font-semibold text-ink-2">Why</h3>
                <blockquote className="max-w-prose border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
                  {update.reason}
                </blockquote>
              </>
            )}
          </Panel>
          {round && (
            <Panel
              title={update.status === 'pending_approval' ? 'Who decides' : 'Who decided'}
              description={approvals.length > 1 ? `Round ${approvals.length}: it was changed and sent again` : undefined}
            >
              <WhoDecides approval={round} then="It is the last decision: it is carried out at once after it." />
            </Panel>
          )}
        </div>
        <Panel title="What has happened">
          <RequestTimeline events={update.timeline} />
          <ActivityDisclosure kind="accountUpdate" id={update.id} />
        </Panel>
      </div>
    </Page>
  )
}

/** When the present state began. */
function sinceOf(update: AccountUpdate): string | undefined {
  const round = update.approvals.at(-1)
  if (update.status === 'pending_approval') return round?.stages.find((stage) => stage.status === 'open')?.openedAt ?? update.submittedAt
  return update.status === 'changes_requested' ? (round?.closedAt ?? undefined) : undefined
}
