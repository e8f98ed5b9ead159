import { Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import type { AccountUpdate } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { updateActionLabels } from './labels.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

export function UpdateActions({ update }: { update: AccountUpdate }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const withdraw = useCall('withdrawAccountUpdate', ['account', 'accountUpdate', 'approval', 'notification'])
  if (update.status !== 'pending_approval' && update.status !== 'changes_requested') return null
  return (
    <>
      <Button icon={Undo2} disabledReason={reasonOf(update, 'withdraw')} onClick={() => setDialogOpen(true)}>
        {updateActionLabels.withdraw}
      </Button>
      {update.kind === 'catalogue' && (
        <Button icon={Pencil} href={paths.changeServices(update.account.id, update.id)} disabledReason={reasonOf(update, 'edit')}>
          {updateActionLabels.edit}
        </Button>
      )}
      {update.kind === 'decommission' && (
        <Button icon={Pencil} disabledReason={reasonOf(update, 'edit')} onClick={() => setIsChanging(true)}>
          {updateActionLabels.edit}
        </Button>
      )}
      {isChanging && <ReasonDialog update={update} onOpenChange={setIsChanging} />}
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={`Withdraw ${update.reference}?`}
        confirmLabel={updateActionLabels.withdraw}
        onConfirm={async () => {
          await withdraw.mutateAsync({ params: { id: update.account.id, updateId: update.id }, headers: ifMatch(update.version) })
          toast.ok(`${update.reference} withdrawn`)
        }}
      >
        <p>This cancels the change and any votes so far. Nothing has been changed.</p>
      </ConfirmDialog>
    </>
  )
}
