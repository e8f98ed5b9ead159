import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Choice.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { CreatedChannel } from './types.ts'

/** Shows a webhook’s signing secret, once. */
export function SecretDialog({ channel, onClose }: { channel: CreatedChannel; onClose: () => void }) {
  const { name, oldSecretUntil } = channel
  const secret = channel.secret ?? ''
  const [stored, setStored] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [copied, setCopied] = useState(false)
  // The secret would be lost permanently.
  const close = () => (stored ? onClose() : setLeaving(true))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
      announce('Copied the secret')
    } catch {
      announce('The secret could not be copied. Select it and copy it by hand.', { urgent: true })
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
          Your program checks with it that a message is from Slipway, as Standard Webhooks says:{' '}
          <code className="font-mono">webhook-id</code>, <code className="font-mono">webhook-timestamp</code> and{' '}
          <code className="font-mono">webhook-signature</code>. It is not shown again.
        </p>
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-mid bg-sunken p-3">
          <code className="min-w-0 flex-1 basis-64 font-mono text-sm wrap-anywhere select-all">{secret}</code>
          <Button icon={copied ? Check : Copy} onClick={copy}>
            {copied ? 'Copied' : 'Copy the secret'}
          </Button>
        </div>
        {oldSecretUntil && (
          <p className="text-sm text-ink-2">
            Until <DateTime at={oldSecretUntil} /> every message is signed with the former one as well.
          </p>
        )}
        <Checkbox
          label="I have stored the secret"
          checked={stored}
          onChange={(event) => setStored(event.target.checked)}
          error={leaving && !stored ? 'Once this closes the secret is gone for good. Store it first, then tick this.' : undefined}
        />
      </div>
    </Dialog>
  )
}
