import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Countdown } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { accountOwnerStage, ownAccessLabels } from './labels.ts'
import type { AccessGroup, Account } from './types.ts'

export function OwnAccess({ account, group, onExtend }: { account: Pick<Account, 'id'>; group: AccessGroup; onExtend: () => void }) {
  const { member, until, status, request, grant } = group.mine
  if (request) return <PendingRequest account={account} request={request} />
  if (status === 'granting') return <Status tone="busy">Granting access…</Status>
  if (status === 'revoking') return <Status tone="busy">Revoking access…</Status>
  if (status === 'scheduled' && !member) return <Status tone="neutral">Access scheduled</Status>
  if (!member) return null
  return (
    <>
      <Status tone="ok">
        {ownAccessLabels.member}
        {until && (
          <>
            , <Countdown until={until} passed="no time" /> left
          </>
        )}
      </Status>
      {until && grant && (
        <Button size="sm" disabledReason={reasonOf(grant, 'extend')} onClick={onExtend}>
          {ownAccessLabels.extend}
          <span className="sr-only"> your access to {group.name}</span>
        </Button>
      )}
    </>
  )
}

function PendingRequest({ account, request }: { account: Pick<Account, 'id'>; request: NonNullable<AccessGroup['mine']['request']> }) {
  const withdraw = useCall('withdrawAccessRequest', ['account', 'accessRequest', 'groupAssignment', 'approval'])
  const [busy, setBusy] = useState(false)
  const withdrawRequest = async () => {
    setBusy(true)
    try {
      await withdraw.mutateAsync({ params: { id: account.id, requestId: request.id }, headers: ifMatch(request.version) })
      toast.ok(`${request.reference} withdrawn`)
    } catch (error) {
      toast.bad(`Couldn’t withdraw ${request.reference}`, { description: problemOf(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Status tone={request.status === 'changes_requested' ? 'warn' : 'info'}>
        {request.status === 'changes_requested'
          ? `${request.reference}: changes requested`
          : `${request.reference}: ${request.waitingFor === accountOwnerStage ? ownAccessLabels.waitingForOwner : `waiting for ${request.waitingFor ?? 'a decision'}`}`}
      </Status>
      <Button size="sm" variant="quiet" loading={busy} onClick={withdrawRequest}>
        Withdraw<span className="sr-only"> {request.reference}</span>
      </Button>
    </>
  )
}
