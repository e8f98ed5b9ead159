import { type ReactNode, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { PendingApprovers } from '../../../shared/ApproversPanel.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { TicketLink } from '../../../shared/TicketLink.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Meter } from '../../../ui/Charts.tsx'
import { formatDateTime, formatDuration, formatTimeOfDay } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { ExtendRoleDialog } from './ExtendRoleDialog.tsx'
import { activateLabels, describeMinutes, rolesPageLabels, stateOf } from './labels.ts'
import type { Activation } from './types.ts'

export function ActivationRow({ activation, hideAccount }: { activation: Activation; hideAccount?: boolean }) {
  const [isExtending, setIsExtending] = useState(false)
  const { role, account, justification, ticket, ticketUrl, problem, status } = activation
  return (
    <li className="grid items-center gap-x-6 gap-y-3 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">
          {role}
          {!hideAccount && (
            <>
              {' '}
              <span className="font-normal text-ink-2">in</span> <Link href={paths.account(account.id, 'access')}>{account.name}</Link>
            </>
          )}
        </h3>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
          {!hideAccount && `${labelFor('environment', account.environment)}, `}
          {ticket && <>{ticketUrl ? <TicketLink number={ticket} url={ticketUrl} /> : ticket}, </>}“{justification}”
        </p>
        {problem && (
          <p className="mt-1 text-sm">
            <Status tone="warn">{problem}</Status>
          </p>
        )}
      </div>
      <div className="min-w-0">
        <State activation={activation} />
        {activation.requestedUntil && (
          <p className="mt-1 text-sm text-ink-2">Extension requested until {formatDateTime(activation.requestedUntil)}</p>
        )}
        {(status === 'pending_approval' || activation.requestedUntil) && <PendingApprovers subjectId={activation.id} />}
      </div>
      <div className="flex flex-wrap gap-2 md:min-w-46 md:justify-end">
        {status === 'active' && (
          <>
            <Button size="sm" disabledReason={reasonOf(activation, 'extend')} onClick={() => setIsExtending(true)}>
              {activateLabels.extend}
              <span className="sr-only"> {role}</span>
            </Button>
            <Deactivate activation={activation} operation="deactivatePimRole">
              {rolesPageLabels.deactivate}
            </Deactivate>
          </>
        )}
        {(status === 'pending_approval' || status === 'scheduled') && (
          <Deactivate activation={activation} operation="cancelPimActivation">
            Cancel
          </Deactivate>
        )}
      </div>
      {isExtending && <ExtendRoleDialog activation={activation} onOpenChange={setIsExtending} />}
    </li>
  )
}

function State({ activation }: { activation: Activation }) {
  const { status, startsAt, endsAt, deactivatesAt, minutes, createdAt } = activation
  if (status === 'active' && startsAt && endsAt) return <RoleTimeLeft startsAt={startsAt} endsAt={endsAt} />
  const { tone, label } = stateOf(activation)
  return (
    <div>
      <Status tone={tone}>{label}</Status>
      <p className="text-sm text-ink-2">
        {status === 'scheduled' && startsAt && (
          <>
            <DateTime at={startsAt} />, {describeMinutes(minutes)}
          </>
        )}
        {status === 'pending_approval' && (
          <>
            {describeMinutes(minutes)}, requested <RelativeTime at={createdAt} />
          </>
        )}
        {status === 'ending' &&
          (deactivatesAt
            ? `${rolesPageLabels.keptActive} We’ll deactivate it at ${formatTimeOfDay(deactivatesAt, Date.now())}.`
            : 'Waiting for Azure to respond.')}
      </p>
    </div>
  )
}

export function RoleTimeLeft({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const now = useNow('second')
  const total = Math.max(1, Date.parse(endsAt) - Date.parse(startsAt))
  const remaining = Math.max(0, Date.parse(endsAt) - now)
  return (
    <Meter
      label={`Active until ${formatTimeOfDay(endsAt, now)}`}
      text={remaining > 0 ? rolesPageLabels.timeLeft(formatDuration(remaining)) : 'Ending now'}
      value={Math.min(remaining, total)}
      max={total}
      inverted
      warnAt={0.25}
      badAt={0.1}
    />
  )
}

interface DeactivateProps {
  activation: Activation
  operation: 'deactivatePimRole' | 'cancelPimActivation'
  children: ReactNode
}

function Deactivate({ activation, operation, children }: DeactivateProps) {
  const call = useCall(operation, ['privilegedRole', 'approval'])
  const { id, version, role } = activation
  const deactivate = async () => {
    try {
      const { status, deactivatesAt } = await call.mutateAsync({ params: { id }, headers: ifMatch(version) })
      if (status === 'ending' && deactivatesAt)
        toast.ok(`Deactivating ${role}`, {
          description: `${rolesPageLabels.keptActive} We’ll deactivate it at ${formatTimeOfDay(deactivatesAt, Date.now())}.`,
        })
      else toast.ok(operation === 'deactivatePimRole' ? `${role} deactivated` : `${role} cancelled`)
    } catch (error) {
      toast.bad(operation === 'deactivatePimRole' ? `Couldn’t deactivate ${role}` : `Couldn’t cancel ${role}`, {
        description: problemOf(error).message,
      })
    }
  }
  const action = operation === 'deactivatePimRole' ? 'deactivate' : 'cancel'
  return (
    <Button
      size="sm"
      variant="quiet"
      loading={call.isPending}
      disabledReason={reasonOf(activation, action)}
      onClick={() => void deactivate()}
    >
      {children}
      <span className="sr-only"> {role}</span>
    </Button>
  )
}
