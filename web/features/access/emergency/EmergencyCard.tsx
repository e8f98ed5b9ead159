import { Suspense, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { TicketLink } from '../../../shared/TicketLink.tsx'
import { Button } from '../../../ui/Button.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Countdown, DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { emergencyLabels } from './emergencyLabels.ts'
import { emergencyStatus } from './emergencyStatus.ts'
import type { Emergency } from './types.ts'

const PostUseReportDialog = lazyComponent(() =>
  import('./PostUseReportDialog.tsx').then(({ PostUseReportDialog }) => ({ default: PostUseReportDialog })),
)
const ReviewDialog = lazyComponent(() => import('./ReviewDialog.tsx').then(({ ReviewDialog }) => ({ default: ReviewDialog })))

export function EmergencyCard({ emergency, mine, admin }: { emergency: Emergency; mine: boolean; admin: boolean }) {
  const [open, setOpen] = useState<'end' | 'write' | 'review' | 'lift'>()
  const close = (next: boolean) => !next && setOpen(undefined)
  const { tone, label } = emergencyStatus(emergency)
  const { status } = emergency
  return (
    <li className="space-y-3 px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <Link href={paths.account(emergency.account.id)}>{emergency.account.name}</Link>
            <span className="font-normal text-ink-2">{emergency.reference}</span>
          </p>
          <div className="mt-1">
            <Status tone={tone}>{label}</Status>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {(status === 'active' || status === 'opening') && (
            <Button disabledReason={reasonOf(emergency, 'end')} onClick={() => setOpen('end')}>
              {endLabel(emergency)}
            </Button>
          )}
          {status === 'ended' && mine && (
            <Button variant="primary" disabledReason={reasonOf(emergency, 'write')} onClick={() => setOpen('write')}>
              {emergencyLabels.write}
            </Button>
          )}
          {status === 'report' && (
            <Button variant="primary" disabledReason={reasonOf(emergency, 'review')} onClick={() => setOpen('review')}>
              {emergencyLabels.review}
            </Button>
          )}
          {emergency.overdue && admin && (
            <Button disabledReason={reasonOf(emergency, 'lift')} onClick={() => setOpen('lift')}>
              Lift block
            </Button>
          )}
        </div>
      </div>
      <Facts emergency={emergency} />
      <Suspense>
        {open === 'write' && <PostUseReportDialog emergency={emergency} onOpenChange={close} />}
        {open === 'review' && <ReviewDialog emergency={emergency} onOpenChange={close} />}
      </Suspense>
      {open === 'end' && <EndDialog emergency={emergency} onOpenChange={close} />}
      {open === 'lift' && <LiftDialog emergency={emergency} onOpenChange={close} />}
    </li>
  )
}

function Facts({ emergency }: { emergency: Emergency }) {
  const { status, startsAt, endsAt, endedAt, endedBy, reportDueAt, reviewer, incident, incidentUrl } = emergency
  const untilLabel =
    status === 'active' && endsAt ? (
      <Countdown until={endsAt} passed="ending" />
    ) : endedAt ? (
      <>
        <DateTime at={endedAt} />
        {endedBy ? `, by ${endedBy.displayName}` : ', automatically'}
      </>
    ) : undefined
  return (
    <KeyValues
      columns={4}
      items={[
        { label: 'Person', value: <PersonChip person={emergency.person} /> },
        { label: 'Role', value: emergency.role },
        { label: 'Started', value: startsAt ? <RelativeTime at={startsAt} /> : undefined },
        { label: status === 'active' ? 'Time left' : 'Ended', value: untilLabel },
        {
          label: 'Incident',
          value:
            incident && incidentUrl ? (
              <TicketLink number={incident} url={incidentUrl} />
            ) : status === 'failed' ? undefined : (
              'Waiting for ServiceNow'
            ),
        },
        ...(status === 'ended' && reportDueAt ? [{ label: 'Report due', value: <RelativeTime at={reportDueAt} /> }] : []),
        ...(emergency.liftedBy ? [{ label: 'Block lifted by', value: <PersonChip person={emergency.liftedBy} /> }] : []),
        ...(reviewer ? [{ label: emergencyLabels.reviewedBy, value: <PersonChip person={reviewer} /> }] : []),
        { label: 'Reason', value: emergency.reason, wide: true },
        ...(emergency.failure ? [{ label: 'Error', value: emergency.failure, wide: true }] : []),
        ...(emergency.report
          ? [{ label: 'Post-use report', value: <span className="whitespace-pre-wrap">{emergency.report}</span>, wide: true }]
          : []),
        ...(emergency.reviewComment
          ? [{ label: reviewer ? 'Review comment' : 'Details requested', value: emergency.reviewComment, wide: true }]
          : []),
      ]}
    />
  )
}

const endLabel = ({ status }: Emergency) => (status === 'opening' ? 'Cancel access' : emergencyLabels.end)

function EndDialog({ emergency, onOpenChange }: { emergency: Emergency; onOpenChange: (open: boolean) => void }) {
  const end = useCall('endEmergencyAccess', ['emergencyAccess', 'account'])
  const hasStarted = emergency.status !== 'opening'
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={hasStarted ? `End ${emergency.reference}?` : `Cancel ${emergency.reference}?`}
      confirmLabel={endLabel(emergency)}
      onConfirm={() => end.mutateAsync({ params: { id: emergency.id } })}
    >
      <p>
        {hasStarted
          ? `${emergency.person.displayName} loses ${emergency.role} in ${emergency.account.name} within seconds, and must submit a post-use report.`
          : `${emergency.person.displayName} won’t get access to ${emergency.account.name}. If Azure is assigning the role now, it’s removed immediately.`}
      </p>
    </ConfirmDialog>
  )
}

function LiftDialog({ emergency, onOpenChange }: { emergency: Emergency; onOpenChange: (open: boolean) => void }) {
  const liftBlock = useCall('liftEmergencyBlock', ['emergencyAccess'])
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={`Let ${emergency.person.displayName} use emergency access again?`}
      confirmLabel="Lift block"
      onConfirm={async () => {
        await liftBlock.mutateAsync({ params: { id: emergency.id }, headers: ifMatch(emergency.version) })
        toast.ok('Block lifted')
      }}
      explain={(problem) => <FormProblem problem={problemOf(problem)} />}
    >
      <p>The post-use report for {emergency.reference} is still due. The audit trail records this action under your name.</p>
    </ConfirmDialog>
  )
}
