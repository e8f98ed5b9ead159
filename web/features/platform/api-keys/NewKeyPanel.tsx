import { SecretText } from '../../../shared/SecretText.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
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
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-ink-2">
        Store the key with your program’s secrets, for example in a key vault. Slipway stores only a hash and can’t show the key again.
      </p>
      <SecretText secret={key} kind="key" />
      <p className="text-sm text-ink-2">
        Your program sends the key in the <code className="font-mono">x-api-key</code> header over HTTPS. The key expires on{' '}
        <DateTime at={expiresAt} time={false} />, and its owner is reminded 14 days before.
      </p>
      <Checkbox label={apiKeyLabels.stored} checked={stored} onChange={(event) => onStored(event.target.checked)} error={error} />
    </div>
  )
}
