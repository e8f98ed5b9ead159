import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
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
      confirmLabel="Delete the channel"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id }, headers: ifMatch(version) }).catch((error: unknown) => {
          throw new Error(problemOf(error).message)
        })
        toast.ok(`${name} is deleted`)
      }}
    >
      <p>Nothing is sent there from now on. Its address and its secret go for good; what it has sent stays in the log.</p>
      {waiting > 0 && <p>What still waits for it is not sent.</p>}
    </ConfirmDialog>
  )
}
