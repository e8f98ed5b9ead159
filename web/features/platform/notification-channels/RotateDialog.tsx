import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import type { Channel, CreatedChannel } from './types.ts'

export function RotateDialog({
  channel: { id, name, version, oldSecretUntil },
  onClose,
  onRotated,
}: {
  channel: Channel
  onClose: () => void
  onRotated: (channel: CreatedChannel) => void
}) {
  const rotate = useCall('rotateNotificationSecret', ['channel'])
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`Replace the secret of ${name}?`}
      confirmLabel="Replace secret"
      explain={(error) => <FormProblem problem={problemOf(error)} />}
      onConfirm={async () => {
        const rotated = await rotate.mutateAsync({ params: { id }, headers: ifMatch(version) })
        // The next dialog opens after this dialog has closed.
        setTimeout(() => onRotated(rotated))
      }}
    >
      <p>The new secret is shown once. For one day, messages are signed with both secrets so that the receiver can switch.</p>
      {oldSecretUntil && <p>The earlier secret that is still valid expires immediately.</p>}
    </ConfirmDialog>
  )
}
