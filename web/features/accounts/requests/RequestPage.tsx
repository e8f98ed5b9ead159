import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { getAccountRequest, getMe } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { requestStatus } from '../../../shared/requestStatus.ts'
import type { AccountRequest } from '../../../shared/requestTypes.ts'
import { RequestPage as Frame, RequestDecision, RequestLoader } from '../../../shell/RequestPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { BudgetPending } from '../budgets/BudgetPending.tsx'
import { BuildPanel } from './BuildPanel.tsx'
import { requestLabels } from './labels.ts'
import { NextStep } from './NextStep.tsx'
import { RequestedService } from './RequestedService.tsx'

const route = getRouteApi('/requests/$id')
const crumbs = [{ label: 'Requests', href: paths.requests() }]

export function RequestPage() {
  const { id } = route.useParams()
  return (
    <RequestLoader query={useQuery(getAccountRequest(id))} title="Request" breadcrumbs={crumbs}>
      {(request) => (
        <Frame
          kind="accountRequest"
          request={request}
          statusOf={requestStatus}
          title={request.name}
          breadcrumbs={crumbs}
          actions={<Actions request={request} />}
        >
          <NextStep request={request} />
          {request.run?.status === 'succeeded' && request.budgetRun && <BudgetPending run={request.budgetRun} />}
          {request.run && <BuildPanel run={request.run} name={request.name} />}
          <RequestDecision approvals={request.approvals} afterApproval="After final approval, account setup starts immediately." />
          <RequestedService request={request} />
        </Frame>
      )}
    </RequestLoader>
  )
}

function Actions({ request }: { request: AccountRequest }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const withdraw = useCall('withdrawAccountRequest', ['accountRequest', 'approval', 'notification'])
  const me = useQuery(getMe()).data?.id
  const { can } = request
  if (me !== request.requester.id) return null
  const isClosed = can.edit !== true && can.withdraw !== true
  if (isClosed && !(request.status === 'pending_approval' || request.status === 'changes_requested')) return null
  return (
    <>
      <Button icon={Undo2} disabledReason={reasonOf(request, 'withdraw')} onClick={() => setDialogOpen(true)}>
        {requestLabels.withdraw}
      </Button>
      <Button icon={Pencil} href={paths.editRequest(request.id)} disabledReason={reasonOf(request, 'edit')}>
        Edit
      </Button>
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={`Withdraw ${request.reference}?`}
        confirmLabel={requestLabels.withdraw}
        onConfirm={async () => {
          await withdraw.mutateAsync({ params: { id: request.id }, headers: ifMatch(request.version) })
          toast.ok(`${request.reference} withdrawn`)
        }}
      >
        <p>This cancels the request and any votes so far. Nothing has been created. You can submit a new request at any time.</p>
      </ConfirmDialog>
    </>
  )
}
