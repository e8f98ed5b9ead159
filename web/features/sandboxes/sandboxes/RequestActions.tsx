import { Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { requestPageLabels } from './pageLabels.ts'
import type { SandboxRequest } from './types.ts'

const ChangeExtensionDialog = lazyComponent(() =>
  import('./ChangeExtensionDialog.tsx').then(({ ChangeExtensionDialog }) => ({ default: ChangeExtensionDialog })),
)

export function RequestActions({ request }: { request: SandboxRequest }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const withdraw = useCall('withdrawSandboxRequest', ['sandboxRequest', 'sandbox', 'approval', 'notification'])
  if (request.status !== 'pending_approval' && request.status !== 'changes_requested') return null
  if (request.can.withdraw !== true && request.can.edit !== true) return null
  return (
    <>
      <Button icon={Undo2} disabledReason={reasonOf(request, 'withdraw')} onClick={() => setDialogOpen(true)}>
        {requestPageLabels.withdraw}
      </Button>
      {request.kind === 'new' ? (
        <Button icon={Pencil} href={paths.editSandboxRequest(request.id)} disabledReason={reasonOf(request, 'edit')}>
          {requestPageLabels.edit}
        </Button>
      ) : (
        <Button icon={Pencil} disabledReason={reasonOf(request, 'edit')} onClick={() => setIsChanging(true)}>
          {requestPageLabels.edit}
        </Button>
      )}
      {isChanging && <ChangeExtensionDialog request={request} onOpenChange={setIsChanging} />}
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={`Withdraw ${request.reference}?`}
        confirmLabel={requestPageLabels.withdraw}
        onConfirm={async () => {
          await withdraw.mutateAsync({ params: { sboxRequestId: request.id }, headers: ifMatch(request.version) })
          toast.ok(`${request.reference} withdrawn`)
        }}
      >
        <p>This cancels the request and any votes so far. You can submit a new request at any time.</p>
      </ConfirmDialog>
    </>
  )
}
