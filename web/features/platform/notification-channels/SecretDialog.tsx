import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { channelLabels } from './labels.ts'
import type { CreatedChannel } from './types.ts'

export function SecretDialog({ channel, onClose }: { channel: CreatedChannel; onClose: () => void }) {
  const { name, oldSecretUntil } = channel
  const secret = channel.secret ?? ''
  const [isStored, setIsStored] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  // Closing the dialog would lose the secret permanently.
  const close = () => (isStored ? onClose() : setIsLeaving(true))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setIsCopied(true)
      announce('Secret copied')
    } catch {
      announce('Couldn’t copy the secret. Select it and copy it manually.', { urgent: true })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && close()}
      title={`Store the secret of ${name} now`}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <div className="space-y-4">
        <p className="max-w-prose text-ink-2">
          Your program uses this secret to verify messages from Slipway, as defined by Standard Webhooks:{' '}
          <code className="font-mono">webhook-id</code>, <code className="font-mono">webhook-timestamp</code> and{' '}
          <code className="font-mono">webhook-signature</code>. The secret isn’t shown again.
        </p>
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-mid bg-sunken p-3">
          <code className="min-w-0 flex-1 basis-64 font-mono text-sm wrap-anywhere select-all">{secret}</code>
          <Button icon={isCopied ? Check : Copy} onClick={copy}>
            {isCopied ? 'Copied' : 'Copy secret'}
          </Button>
        </div>
        {oldSecretUntil && (
          <p className="text-sm text-ink-2">
            Messages are also signed with the previous secret until <DateTime at={oldSecretUntil} />.
          </p>
        )}
        <Checkbox
          label={channelLabels.secretStored}
          checked={isStored}
          onChange={(event) => setIsStored(event.target.checked)}
          error={isLeaving && !isStored ? 'You can’t see the secret again after closing. Store it, then select this box.' : undefined}
        />
      </div>
    </Dialog>
  )
}
