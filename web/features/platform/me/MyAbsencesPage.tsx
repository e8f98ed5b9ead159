import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { useState } from 'react'
import { listMyDelegations } from '../../../api/me.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { AbsenceForm } from './AbsenceForm.tsx'
import { CalendarOffer } from './CalendarOffer.tsx'
import { ChangeDelegationDialog } from './ChangeDelegationDialog.tsx'
import { DelegationRow } from './DelegationRow.tsx'
import { absenceLabels, describePeriod } from './labels.ts'
import { meTabs } from './meTabs.ts'
import type { Delegation } from './types.ts'

export function MyAbsencesPage() {
  const list = useQuery(listMyDelegations())
  const [absenceToEnd, setAbsenceToEnd] = useState<Delegation>()
  const [delegationToChange, setDelegationToChange] = useState<Delegation>()
  const end = useCall('endDelegation', ['delegation', 'approval'])
  const open = list.data?.mine.filter(({ status }) => status !== 'ended') ?? []
  open.sort((a, b) => a.startsAt.localeCompare(b.startsAt))
  const ended = list.data?.mine.filter(({ status }) => status === 'ended') ?? []
  const isMine = absenceToEnd !== undefined && open.some(({ id }) => id === absenceToEnd.id)
  return (
    <Page
      title="Absence"
      description="Choose a delegate who decides for you while you’re away. People waiting for your decision see who that is."
      width="narrow"
      tabs={<Tabs label="Your settings" current="away" items={meTabs} />}
    >
      {!list.data ? (
        <Panel>
          <Loading subject="your delegations" query={list} lines={7} />
        </Panel>
      ) : (
        <div className="space-y-5">
          {open.length > 0 && (
            <Panel title="Your delegates" flush>
              <ul className="divide-y divide-line">
                {open.map((delegation) => (
                  <DelegationRow key={delegation.id} delegation={delegation} onChange={setDelegationToChange} onEnd={setAbsenceToEnd} />
                ))}
              </ul>
            </Panel>
          )}
          <CalendarOffer />
          <AbsenceForm hasDelegation={open.length > 0} />
          <Panel title="People you decide for" flush={list.data.delegating.length > 0}>
            {list.data.delegating.length === 0 ? (
              <EmptyState icon={Handshake} title={absenceLabels.notDelegate}>
                When you become a delegate, we’ll notify you, and the person’s pending approvals appear in your inbox.
              </EmptyState>
            ) : (
              <>
                <ul className="divide-y divide-line">
                  {list.data.delegating.map((delegation) => (
                    <DelegationRow key={delegation.id} delegation={delegation} delegating onEnd={setAbsenceToEnd} />
                  ))}
                </ul>
                <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2">
                  Their pending approvals are in <Link href={paths.approvals()}>your approvals</Link>. You can’t approve your own requests.
                </p>
              </>
            )}
          </Panel>
          {ended.length > 0 && (
            <details className="text-sm text-ink-2">
              <summary className="cursor-pointer rounded-sm">Earlier ({ended.length})</summary>
              <ul className="mt-2 space-y-1 pl-4">
                {ended.map((each) => (
                  <li key={each.id}>
                    {each.delegate.displayName}, {describePeriod(each)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
      {delegationToChange && <ChangeDelegationDialog delegation={delegationToChange} onClose={() => setDelegationToChange(undefined)} />}
      {absenceToEnd && (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && setAbsenceToEnd(undefined)}
          title={
            isMine ? `End the delegation to ${absenceToEnd.delegate.displayName}?` : `Stop deciding for ${absenceToEnd.person.displayName}?`
          }
          confirmLabel={isMine ? delegationLabels.end : 'Decline'}
          onConfirm={async () => {
            await end.mutateAsync({ params: { id: absenceToEnd.id } })
            toast.ok(isMine ? 'Delegation ended' : 'Delegation declined')
          }}
        >
          <p>{isMine ? absenceToEnd.delegate.displayName : absenceToEnd.person.displayName} is notified. Past decisions stay valid.</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
