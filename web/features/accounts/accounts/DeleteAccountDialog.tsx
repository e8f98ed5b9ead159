import { useNavigate } from '@tanstack/react-router'
import type { CallResult } from '../../../api/client.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { recordLabels } from './labels.ts'

export function DeleteAccountDialog({
  account,
  onOpenChange,
}: {
  account: CallResult<'getAccount'>
  onOpenChange: (open: boolean) => void
}) {
  const navigate = useNavigate()
  const remove = useCall('deleteAccount', [])
  const { id, name, status, version } = account
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={`Delete the record of ${name}?`}
      confirmLabel={recordLabels.delete(name)}
      typed={name}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id }, headers: ifMatch(version) })
        toast.ok(`${name} deleted`)
        await navigate({ to: '/accounts' })
      }}
    >
      <p>
        {status === 'decommissioned'
          ? 'The account can no longer be restored. Its name and address range become available for reuse.'
          : 'This doesn’t delete anything in Azure. The name and address range become available for reuse.'}{' '}
        Its activity is kept. You can’t undo this.
      </p>
    </ConfirmDialog>
  )
}
