import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { useState } from 'react'
import { listMyDelegations } from '../../../api/me.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { CalendarOffer } from './CalendarOffer.tsx'
import { ChangeDelegationDialog } from './ChangeDelegationDialog.tsx'
import { DelegationRow } from './DelegationRow.tsx'
import { meTabs } from './meTabs.ts'
import { SetAwayForm } from './SetAwayForm.tsx'
import type { Delegation } from './types.ts'
import { periodWords } from './words.ts'

export function AwayPage() {
  const list = useQuery(listMyDelegations())
  const [ending, setEnding] = useState<Delegation>()
  const [changing, setChanging] = useState<Delegation>()
  const end = useCall('endDelegation', ['delegation', 'approval'])
  const open = list.data?.mine.filter(({ status }) => status !== 'ended') ?? []
  open.sort((a, b) => a.startsAt.localeCompare(b.startsAt))
  const over = list.data?.mine.filter(({ status }) => status === 'ended') ?? []
  const mine = ending !== undefined && open.some(({ id }) => id === ending.id)
  return (
    <Page
      title="Away"
      description="While you are away somebody else can decide in your place. Everybody sees it where your decision is asked for."
      width="narrow"
      tabs={<Tabs label="Yours" current="away" items={meTabs} />}
    >
      {!list.data ? (
        <Panel>
          {list.error ? (
            <Failed what="Who stands in for you" error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <SkeletonText lines={7} />
          )}
        </Panel>
      ) : (
        <div className="space-y-5">
          {open.length > 0 && (
            <Panel title="Who decides in your place" flush>
              <ul className="divide-y divide-line">
                {open.map((delegation) => (
                  <DelegationRow key={delegation.id} delegation={delegation} onChange={setChanging} onEnd={setEnding} />
                ))}
              </ul>
            </Panel>
          )}
          <CalendarOffer />
          <SetAwayForm again={open.length > 0} />
          <Panel title="For whom you decide" flush={list.data.standingIn.length > 0}>
            {list.data.standingIn.length === 0 ? (
              <EmptyState icon={Handshake} title="You stand in for nobody">
                When somebody names you, what waits for them waits for you too, and you are told.
              </EmptyState>
            ) : (
              <>
                <ul className="divide-y divide-line">
                  {list.data.standingIn.map((delegation) => (
                    <DelegationRow key={delegation.id} delegation={delegation} standingIn onEnd={setEnding} />
                  ))}
                </ul>
                <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2">
                  What you decide for them is among <Link href={paths.approvals()}>your approvals</Link>, never a request of your own.
                </p>
              </>
            )}
          </Panel>
          {over.length > 0 && (
            <details className="text-sm text-ink-2">
              <summary className="cursor-pointer rounded-sm">Earlier ({over.length})</summary>
              <ul className="mt-2 space-y-1 pl-4">
                {over.map((each) => (
                  <li key={each.id}>
                    {each.delegate.displayName}, {periodWords(each)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
      {changing && <ChangeDelegationDialog delegation={changing} onClose={() => setChanging(undefined)} />}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && setEnding(undefined)}
          title={
            mine
              ? `${ending.delegate.displayName} no longer decides in your place?`
              : `You no longer decide for ${ending.person.displayName}?`
          }
          confirmLabel={mine ? 'End it' : 'Decline'}
          onConfirm={async () => {
            await end.mutateAsync({ params: { id: ending.id } }).catch((error: unknown) => {
              throw new Error(problemOf(error).message)
            })
            toast.ok(mine ? 'You decide by yourself again' : 'You have declined')
          }}
        >
          <p>{mine ? ending.delegate.displayName : ending.person.displayName} is told. What was decided already stays decided.</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
