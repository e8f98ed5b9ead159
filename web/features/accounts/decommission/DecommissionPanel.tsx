import { useQuery } from '@tanstack/react-query'
import { FastForward, RotateCcw, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { getDecommission } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { RunProgress } from '../../../shared/RunPanel.tsx'
import { RunTimeline } from '../../../shared/RunTimeline.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Countdown, DateTime } from '../../../ui/Time.tsx'
import { DecommissionPending } from './DecommissionPending.tsx'
import { decommissionLabels, graceTitle } from './labels.ts'
import type { Decommission } from './types.ts'

interface NamedAccount {
  id: string
  name: string
  status: string
}

export function DecommissionPanel({ account }: { account: NamedAccount }) {
  const { data: decommission, isPending } = useQuery({ ...getDecommission(account.id), retry: false })
  if (isPending) return <DecommissionPending />
  if (!decommission) return <UnrecordedDecommission status={account.status} />
  return (
    <div className="mb-4 space-y-4">
      <State account={account} decommission={decommission} />
      {decommission.run && decommission.phase !== 'gone' && <Steps run={decommission.run} name={account.name} />}
    </div>
  )
}

function UnrecordedDecommission({ status }: { status: string }) {
  return (
    <div className="mb-4">
      <Banner tone="info" title={status === 'decommissioning' ? 'Decommissioning' : 'Decommissioned'}>
        The decommission wasn’t done in Slipway, so you can’t undo it here. Contact the platform team.
      </Banner>
    </div>
  )
}

function State({ account, decommission }: { account: NamedAccount; decommission: Decommission }) {
  const { phase, run, graceEndsAt, restorableUntil } = decommission
  const stuck = run?.steps.find((step) => step.status === 'failed')
  const blockedMessage = stuck && (
    <p className="mt-1">
      Failed at “{stuck.title}”: {stuck.error} An administrator can see the failed run and retry it.
    </p>
  )
  const tone = stuck ? 'bad' : phase === 'gone' || phase === 'restoring' || phase === 'undoing' ? 'info' : 'warn'
  if (phase === 'grace')
    return (
      <Banner
        tone={tone}
        title={
          <>
            {graceTitle(run)} <Countdown until={graceEndsAt} passed="a moment" />
          </>
        }
        action={<GraceActions account={account} decommission={decommission} />}
      >
        <p>
          Permanent deletion of the account’s resources starts on <DateTime at={graceEndsAt} />. Until then, you can undo this and restore
          all access.
        </p>
        <RequestedBy decommission={decommission} />
        {blockedMessage}
      </Banner>
    )
  if (phase === 'gone')
    return (
      <Banner
        tone={tone}
        title={
          <>
            {decommissionLabels.restorable} <Countdown until={restorableUntil ?? ''} passed="a moment" />
          </>
        }
        action={<RestoreAction account={account} decommission={decommission} />}
      >
        <p>
          The account’s resources were permanently deleted. Until <DateTime at={restorableUntil ?? ''} time={false} />, you can restore the
          empty subscription with its access.
        </p>
        <RequestedBy decommission={decommission} />
      </Banner>
    )
  const titles: Partial<Record<Decommission['phase'], string>> = {
    removing: 'Removing resources',
    undoing: 'Undoing decommission: restoring access',
    restoring: 'Restoring account',
  }
  return (
    <Banner tone={tone} title={titles[phase] ?? 'Updating status'}>
      {phase === 'removing' && <p>You can no longer undo this. For 90 days afterwards, you can restore the empty subscription.</p>}
      <RequestedBy decommission={decommission} />
      {blockedMessage}
    </Banner>
  )
}

function RequestedBy({ decommission }: { decommission: Decommission }) {
  const { phase, requester, reference, reason, endedBy } = decommission
  return (
    <p className="mt-1 wrap-anywhere">
      {requester.displayName} requested this ({reference}): “{reason}”
      {endedBy && (phase === 'undoing' || phase === 'restoring') && ` ${endedBy.displayName} is undoing it.`}
    </p>
  )
}

function GraceActions({ account, decommission }: { account: NamedAccount; decommission: Decommission }) {
  const [pendingAction, setPendingAction] = useState<'undo' | 'skipGracePeriod'>()
  const undo = useCall('undoDecommission', ['account', 'accountUpdate'])
  const skipGracePeriod = useCall('skipGracePeriod', ['account', 'accountUpdate'])
  const params = { id: account.id, updateId: decommission.updateId }
  const close = () => setPendingAction(undefined)
  return (
    <>
      <Button
        icon={FastForward}
        disabledReason={reasonOf(decommission, 'skipGracePeriod')}
        onClick={() => setPendingAction('skipGracePeriod')}
      >
        {decommissionLabels.skipGrace}
      </Button>
      <Button icon={Undo2} variant="primary" disabledReason={reasonOf(decommission, 'undo')} onClick={() => setPendingAction('undo')}>
        {decommissionLabels.openUndo}
      </Button>
      <ConfirmDialog
        open={pendingAction === 'undo'}
        onOpenChange={close}
        title={`Keep ${account.name}?`}
        confirmLabel={decommissionLabels.undo}
        onConfirm={() => undo.mutateAsync({ params })}
      >
        All access is restored and the account is active again. Its owners are notified.
      </ConfirmDialog>
      <ConfirmDialog
        open={pendingAction === 'skipGracePeriod'}
        onOpenChange={close}
        title={decommissionLabels.confirmRemoval(account.name)}
        confirmLabel={decommissionLabels.removeNow}
        tone="danger"
        typed={account.name}
        onConfirm={() => skipGracePeriod.mutateAsync({ params })}
      >
        The grace period ends immediately. Connections, backups and resources are permanently deleted. You can’t undo this.
      </ConfirmDialog>
    </>
  )
}

function RestoreAction({ account, decommission }: { account: NamedAccount; decommission: Decommission }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const restore = useCall('restoreAccount', ['account', 'accountUpdate'])
  return (
    <>
      <Button icon={RotateCcw} variant="primary" disabledReason={reasonOf(decommission, 'restore')} onClick={() => setIsConfirming(true)}>
        {decommissionLabels.openRestore}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={decommissionLabels.confirmRestore(account.name)}
        confirmLabel={decommissionLabels.restore}
        onConfirm={() => restore.mutateAsync({ params: { id: account.id } })}
      >
        <p>The subscription is enabled again and {roleCount(decommission.restorableRoles)} restored.</p>
        <p>The deleted resources aren’t restored. The account is empty, without a network or services.</p>
      </ConfirmDialog>
    </>
  )
}

const roleCount = (count: number): ReactNode => (count === 1 ? '1 role assignment is' : `${count} role assignments are`)

const titles: Partial<Record<NonNullable<Decommission['run']>['kind'], string>> = {
  decommissionAccount: 'Decommissioning',
  reverseDecommission: 'Undoing decommission',
  restoreSubscription: 'Restoring account',
}

function Steps({ run, name }: { run: NonNullable<Decommission['run']>; name: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const title = titles[run.kind] ?? 'Run'
  return (
    <Panel
      title={run.status === 'failed' ? `${title} failed` : title}
      actions={
        <Button size="sm" variant="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show current step only' : `Show all ${run.steps.length} steps`}
        </Button>
      }
    >
      <RunProgress run={run} label={`${title}: ${name}`} />
      <RunTimeline run={run} label={`Steps: ${title.toLowerCase()}`} {...(showsAll ? {} : { only: 'current' as const })} />
    </Panel>
  )
}
