import { useState } from 'react'
import { SecretText } from '../../../shared/SecretText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { channelLabels } from './labels.ts'
import type { CreatedChannel } from './types.ts'

export function SecretDialog({ channel, onClose }: { channel: CreatedChannel; onClose: () => void }) {
  const { name, oldSecretUntil } = channel
  const secret = channel.secret ?? ''
  const [isStored, setIsStored] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const close = () => (isStored ? onClose() : setIsLeaving(true))
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && close()}
      title={`Store the secret of ${name} now`}
      footer={
        <Button variant="primary" onClick={close}>
          {channelLabels.done}
        </Button>
      }
    >
      <div className="space-y-4">
        <p className="max-w-prose text-ink-2">
          Your program uses this secret to verify messages from Slipway, as defined by Standard Webhooks:{' '}
          <code className="font-mono">webhook-id</code>, <code className="font-mono">webhook-timestamp</code> and{' '}
          <code className="font-mono">webhook-signature</code>. The secret isn’t shown again.
        </p>
        <SecretText secret={secret} kind="secret" />
        {oldSecretUntil && (
          <p className="text-sm text-ink-2">
            Messages are also signed with the previous secret until <DateTime at={oldSecretUntil} />.
          </p>
        )}
        <Checkbox
          label={channelLabels.secretStored}
          checked={isStored}
          onChange={(event) => setIsStored(event.target.checked)}
          error={isLeaving && !isStored ? channelLabels.storeFirst : undefined}
        />
      </div>
    </Dialog>
  )
}
