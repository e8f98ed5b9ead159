import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '../../../../api/problem.ts'
import { listRequestsOfSandbox } from '../../../../api/sandboxPageQueries.ts'
import { confirmFirst } from '../../../../api/stepUp.ts'
import { useCall } from '../../../../api/useCall.ts'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { PersonChip } from '../../../../ui/Person.tsx'
import { RelativeTime } from '../../../../ui/Time.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { describeSpan } from '../labels.ts'
import { groupLabel } from './durations.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { RequestedAccess, Sandbox } from './types.ts'

export function WaitingRequests({ sandbox }: { sandbox: Sandbox }) {
  const query = useQuery(listRequestsOfSandbox(sandbox.id))
  const waiting = query.data?.filter(({ status }) => status === 'pending_approval') ?? []
  if (waiting.length === 0) return null
  return (
    <Panel title={sandboxPageLabels.accessRequests(waiting.length)} flush>
      <ul className="divide-y divide-line">
        {waiting.map((request) => (
          <PendingRequest key={request.id} request={request} />
        ))}
      </ul>
    </Panel>
  )
}

function PendingRequest({ request }: { request: RequestedAccess }) {
  const decide = useCall('decideSandboxAccessRequest', ['sandbox', 'accessRequest', 'approval', 'groupAssignment', 'notification'])
  const [isRejecting, setIsRejecting] = useState(false)
  const { id, requester, group, justification, durationHours, submittedAt, version, waiting } = request
  const reason = reasonOf(request, 'decide')
  const approve = async () => {
    if (!waiting) return
    try {
      await decide.mutateAsync({ params: { id }, body: { decision: 'approve', stage: waiting.stage, version } })
      toast.ok(`Granting access to ${requester.displayName}`)
    } catch (error) {
      const { code, message } = problemOf(error)
      if (code === 'stepUpNeeded')
        return confirmFirst(`Approve access for ${requester.displayName} as ${groupLabel(group.suffix).toLocaleLowerCase()}`)
      toast.bad(message)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <PersonChip person={requester} />
        <p className="mt-1 wrap-anywhere">“{justification}”</p>
        <p className="mt-0.5 text-sm text-ink-2">
          {groupLabel(group.suffix)} ({group.roles.join(', ')}),{' '}
          {durationHours === null ? 'until the sandbox ends' : `for ${describeSpan(durationHours)}`} · requested{' '}
          <RelativeTime at={submittedAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button icon={X} disabledReason={reason} onClick={() => setIsRejecting(true)}>
          Reject
        </Button>
        <Button variant="primary" icon={Check} loading={decide.isPending} disabledReason={reason} onClick={approve}>
          {sandboxPageLabels.approve}
        </Button>
      </div>
      {isRejecting && <RejectDialog request={request} onOpenChange={setIsRejecting} />}
    </li>
  )
}
