import { Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { ChangeRequestDialog } from './ChangeRequestDialog.tsx'
import type { AccessRequest } from './types.ts'

export function RequestActions({ request }: { request: AccessRequest }) {
  const [open, setOpen] = useState<'change' | 'withdraw'>()
  const withdraw = useCall('withdrawAccessRequest', ['account', 'accessRequest', 'approval', 'notification'])
  const close = () => setOpen(undefined)
  if (request.status !== 'pending_approval' && request.status !== 'changes_requested') return null
  return (
    <>
      <Button icon={Undo2} disabledReason={reasonOf(request, 'withdraw')} onClick={() => setOpen('withdraw')}>
        Withdraw request
      </Button>
      <Button icon={Pencil} disabledReason={reasonOf(request, 'edit')} onClick={() => setOpen('change')}>
        Edit request
      </Button>
      {open === 'change' && <ChangeRequestDialog request={request} onOpenChange={close} />}
      <ConfirmDialog
        open={open === 'withdraw'}
        onOpenChange={close}
        title={`Withdraw ${request.reference}?`}
        confirmLabel="Withdraw request"
        onConfirm={async () => {
          await withdraw.mutateAsync({
            params: { id: request.account.id, requestId: request.id },
            headers: ifMatch(request.version),
          })
          toast.ok(`${request.reference} withdrawn`)
        }}
      >
        <p>This cancels the request and any votes so far. You can submit a new request at any time.</p>
      </ConfirmDialog>
    </>
  )
}
