import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { apiKeyLabels } from './labels.ts'
import type { GeneratedApiKey } from './types.ts'

export function NewKeyPanel({
  apiKey: { key, expiresAt },
  stored,
  onStored,
  error,
}: {
  apiKey: GeneratedApiKey
  stored: boolean
  onStored: (stored: boolean) => void
  error: string | undefined
}) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key)
      setIsCopied(true)
      announce('Key copied')
    } catch {
      announce('Couldn’t copy the key. Select it and copy it manually.', { urgent: true })
    }
  }
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-ink-2">
        Store the key with your program’s secrets, for example in a key vault. Slipway stores only a hash and can’t show the key again.
      </p>
      <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-mid bg-sunken p-3">
        <code className="min-w-0 flex-1 basis-64 font-mono text-sm wrap-anywhere select-all">{key}</code>
        <Button icon={isCopied ? Check : Copy} onClick={copy}>
          {isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </div>
      <p className="text-sm text-ink-2">
        Your program sends the key in the <code className="font-mono">x-api-key</code> header over HTTPS. The key expires on{' '}
        <DateTime at={expiresAt} time={false} />, and its owner is reminded 14 days before.
      </p>
      <Checkbox label={apiKeyLabels.stored} checked={stored} onChange={(event) => onStored(event.target.checked)} error={error} />
    </div>
  )
}
