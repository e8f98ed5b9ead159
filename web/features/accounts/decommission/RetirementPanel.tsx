import { useQuery } from '@tanstack/react-query'
import { FastForward, RotateCcw, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { getRetirement } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useWorkActions } from '../../../shared/useWorkActions.ts'
import { WorkTimeline } from '../../../shared/WorkTimeline.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Countdown, DateTime } from '../../../ui/Time.tsx'
import { RetirementWaiting } from './RetirementWaiting.tsx'
import type { Retirement } from './types.ts'

interface Named {
  id: string
  name: string
  status: string
}

export function RetirementPanel({ account }: { account: Named }) {
  const { data: retirement, isPending } = useQuery({ ...getRetirement(account.id), retry: false })
  if (isPending) return <RetirementWaiting />
  if (!retirement) return <Unrecorded status={account.status} />
  return (
    <div className="mb-4 space-y-4">
      <State account={account} retirement={retirement} />
      {retirement.work && retirement.phase !== 'gone' && <Steps run={retirement.work} name={account.name} />}
    </div>
  )
}

function Unrecorded({ status }: { status: string }) {
  return (
    <div className="mb-4">
      <Banner tone="info" title={status === 'decommissioning' ? 'It is being decommissioned' : 'It has been decommissioned'}>
        This was not done in Slipway, so it cannot be undone here. Ask the platform team.
      </Banner>
    </div>
  )
}

function State({ account, retirement }: { account: Named; retirement: Retirement }) {
  const { phase, work, graceEndsAt, restorableUntil } = retirement
  const stuck = work?.steps.find((step) => step.status === 'failed')
  const held = stuck && (
    <p className="mt-1">
      It is held up at “{stuck.title}”: {stuck.error} An administrator sees it and can go on from there.
    </p>
  )
  const tone = stuck ? 'bad' : phase === 'gone' || phase === 'restoring' || phase === 'undoing' ? 'info' : 'warn'
  if (phase === 'grace')
    return (
      <Banner
        tone={tone}
        title={
          <>
            Access is off. Everything else is kept for <Countdown until={graceEndsAt} passed="a moment" />
          </>
        }
        action={<GraceActions account={account} retirement={retirement} />}
      >
        <p>
          On <DateTime at={graceEndsAt} /> its resources begin to go, for good. Until then undo gives everybody back what they had.
        </p>
        <Asked retirement={retirement} />
        {held}
      </Banner>
    )
  if (phase === 'gone')
    return (
      <Banner
        tone={tone}
        title={
          <>
            Decommissioned. It can be restored for <Countdown until={restorableUntil ?? ''} passed="a moment" />
          </>
        }
        action={<RestoreAction account={account} retirement={retirement} />}
      >
        <p>
          Its resources are gone for good. Until <DateTime at={restorableUntil ?? ''} time={false} /> the empty subscription can be brought
          back with the access people had.
        </p>
        <Asked retirement={retirement} />
      </Banner>
    )
  const titles: Partial<Record<Retirement['phase'], string>> = {
    removing: 'Its resources are being removed',
    undoing: 'It is being undone: access is being given back',
    restoring: 'It is being restored',
  }
  return (
    <Banner tone={tone} title={titles[phase] ?? 'It is being brought up to date'}>
      {phase === 'removing' && <p>This cannot be undone any more. Once it is over, the empty subscription can be restored for 90 days.</p>}
      <Asked retirement={retirement} />
      {held}
    </Banner>
  )
}

function Asked({ retirement }: { retirement: Retirement }) {
  const { phase, requester, reference, reason, endedBy } = retirement
  return (
    <p className="mt-1 wrap-anywhere">
      {requester.displayName} asked for it ({reference}): “{reason}”
      {endedBy && (phase === 'undoing' || phase === 'restoring') && ` ${endedBy.displayName} is taking it back.`}
    </p>
  )
}

function GraceActions({ account, retirement }: { account: Named; retirement: Retirement }) {
  const [asking, setAsking] = useState<'undo' | 'goOn'>()
  const undo = useCall('undoDecommission', ['account', 'accountUpdate'])
  const goOn = useCall('goOnWithDecommission', ['account', 'accountUpdate'])
  const params = { id: account.id, updateId: retirement.updateId }
  const close = () => setAsking(undefined)
  return (
    <>
      <Button icon={FastForward} disabledReason={reasonOf(retirement, 'goOn')} onClick={() => setAsking('goOn')}>
        Go on now…
      </Button>
      <Button icon={Undo2} variant="primary" disabledReason={reasonOf(retirement, 'undo')} onClick={() => setAsking('undo')}>
        Undo
      </Button>
      <ConfirmDialog
        open={asking === 'undo'}
        onOpenChange={close}
        title={`Keep ${account.name}?`}
        confirmLabel="Undo the decommissioning"
        onConfirm={() => undo.mutateAsync({ params })}
      >
        Everybody gets back the access they had, and the account is in use again. Its owners are told.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'goOn'}
        onOpenChange={close}
        title={`Remove everything in ${account.name} now?`}
        confirmLabel="Remove everything now"
        tone="danger"
        typed={account.name}
        onConfirm={() => goOn.mutateAsync({ params })}
      >
        The time of grace ends at once: connections, backups and resources are deleted for good. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function RestoreAction({ account, retirement }: { account: Named; retirement: Retirement }) {
  const [asking, setAsking] = useState(false)
  const restore = useCall('restoreAccount', ['account', 'accountUpdate'])
  return (
    <>
      <Button icon={RotateCcw} variant="primary" disabledReason={reasonOf(retirement, 'restore')} onClick={() => setAsking(true)}>
        Restore
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Restore ${account.name}?`}
        confirmLabel="Restore the account"
        onConfirm={() => restore.mutateAsync({ params: { id: account.id } })}
      >
        <p>The subscription is enabled again and {rights(retirement.rightsKept)} given back.</p>
        <p>What was in it is gone for good: it comes back empty, without a network and without services.</p>
      </ConfirmDialog>
    </>
  )
}

const rights = (count: number): ReactNode => (count === 1 ? 'one right is' : `${count} rights are`)

const titles: Record<string, string> = {
  retireAccount: 'Taking it down',
  undoRetirement: 'Undoing it',
  restoreSubscription: 'Restoring it',
}

function Steps({ run, name }: { run: NonNullable<Retirement['work']>; name: string }) {
  const { onRetry, onSkip } = useWorkActions(run.id)
  const [all, setAll] = useState(false)
  const done = run.steps.filter((step) => step.status === 'succeeded' || step.status === 'skipped').length
  const title = titles[run.kind] ?? 'Work'
  return (
    <Panel
      title={run.status === 'failed' ? `${title} is held up` : title}
      actions={
        <Button size="sm" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Only the present step' : `All ${run.steps.length} steps`}
        </Button>
      }
    >
      <div className="mb-4">
        <Progress label={`${title}: ${name}`} value={done / Math.max(1, run.steps.length)} text={`${done} of ${run.steps.length} steps`} />
      </div>
      <WorkTimeline
        run={run}
        label={`Steps: ${title.toLowerCase()}`}
        {...(all ? {} : { only: 'current' as const })}
        onRetry={onRetry}
        onSkip={onSkip}
      />
    </Panel>
  )
}
