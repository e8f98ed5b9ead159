import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Channel } from './types.ts'

export function DeleteChannelDialog({ channel: { id, name, version, waiting }, onClose }: { channel: Channel; onClose: () => void }) {
  const remove = useCall('deleteNotificationChannel', ['channel'])
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      tone="danger"
      title={`Delete ${name}?`}
      confirmLabel="Delete channel"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id }, headers: ifMatch(version) })
        toast.ok(`${name} deleted`)
      }}
    >
      <p>The channel gets no more messages. Its URL and secret are permanently deleted, and its past deliveries are kept.</p>
      {waiting > 0 && <p>Queued messages aren’t sent.</p>}
    </ConfirmDialog>
  )
}
