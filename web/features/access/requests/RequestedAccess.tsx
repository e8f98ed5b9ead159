import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { accessRequestStatus, stateOf } from './accessRequestStatus.ts'
import { ChangeRequestDialog } from './ChangeRequestDialog.tsx'
import { myAccessLabels } from './myAccessLabels.ts'
import type { AccessRequestItem } from './types.ts'

const maxNames = 3

export function RequestedAccess({ request }: { request: AccessRequestItem }) {
  const [isChanging, setIsChanging] = useState(false)
  const withdraw = useCall('withdrawAccessRequest', ['account', 'accessRequest', 'approval'])
  const { account, group, reference, version, waiting } = request
  const withdrawRequest = async () => {
    try {
      await withdraw.mutateAsync({ params: { id: account.id, requestId: request.id }, headers: ifMatch(version) })
      toast.ok(`${reference} withdrawn`)
    } catch (error) {
      toast.bad(`Couldn’t withdraw ${reference}`, { description: problemOf(error).message })
    }
  }
  const open = request.can.withdraw === true || request.can.edit === true
  return (
    <li className="space-y-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="min-w-0 font-medium wrap-anywhere">
          <Link variant="name" href={paths.accessRequest(request.id)}>
            {group.name}
          </Link>
        </h3>
        <span className="text-sm text-ink-2">{reference}</span>
      </div>
      <p className="text-ink-2 wrap-anywhere">
        {request.extends ? 'Extension in' : 'In'} {account.name}: {group.roles.join(', ')}
      </p>
      <div className="text-sm">
        <RequestStatus statusOf={accessRequestStatus} request={stateOf(request)} since={waiting?.since ?? request.updatedAt} />
      </div>
      {waiting && waiting.approvers.length > 0 && (
        <p className="text-sm text-ink-2">
          {waiting.approvers.length === 1 ? 'Approver: ' : 'Approvers: '}
          {namesOf(waiting.approvers.map(({ displayName }) => displayName))}
        </p>
      )}
      {open && (
        <div className="flex gap-2 pt-1">
          <Button size="sm" disabledReason={reasonOf(request, 'edit')} onClick={() => setIsChanging(true)}>
            {myAccessLabels.edit}
            <span className="sr-only"> {reference}</span>
          </Button>
          <Button
            size="sm"
            variant="quiet"
            loading={withdraw.isPending}
            disabledReason={reasonOf(request, 'withdraw')}
            onClick={withdrawRequest}
          >
            Withdraw<span className="sr-only"> {reference}</span>
          </Button>
        </div>
      )}
      {isChanging && <ChangeRequestDialog request={request} onOpenChange={setIsChanging} />}
    </li>
  )
}

function namesOf(names: string[]): string {
  const remainingCount = names.length - maxNames
  if (remainingCount > 1) return `${names.slice(0, maxNames).join(', ')} and ${remainingCount} more`
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
