import { useState } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CopyBlock } from '../../../ui/CopyBlock.tsx'
import { Select } from '../../../ui/Select.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { alertSnippets } from './alertSnippets.ts'
import { alertKeyLabels } from './labels.ts'
import type { NewAlertKey } from './types.ts'

export function NewAlertKeyPanel({
  alertKey: { url, replaced },
  overlaps,
  stored,
  onStored,
  error,
}: {
  alertKey: NewAlertKey
  overlaps: boolean
  stored: boolean
  onStored: (stored: boolean) => void
  error: string | undefined
}) {
  const [integration, setWay] = useState(alertSnippets[0]!.id)
  const snippet = alertSnippets.find(({ id }) => id === integration) ?? alertSnippets[0]!
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-ink-2">Copy the URL now. You won’t see it again. It contains the key, so store it like a password.</p>
      <CopyBlock wrap kind="URL" text={url} />
      {replaced && (
        <p className="text-sm text-ink-2">
          {overlaps ? (
            <>
              The old key works until <DateTime at={replaced.expiresAt} />.
            </>
          ) : (
            'The old key has stopped working.'
          )}
        </p>
      )}
      <section className="min-w-0 space-y-2">
        <Select
          label="Send alerts from"
          className="sm:w-56"
          options={alertSnippets.map(({ id, label }) => ({ value: id, label }))}
          value={integration}
          onChange={setWay}
        />
        <p className="text-sm text-ink-2">
          {integration === 'alertmanager' ? (
            'Store the URL in the file named in the example.'
          ) : (
            <>
              Set <code className="font-mono">SLIPWAY_ALERT_URL</code> to the URL.
            </>
          )}
        </p>
        <CopyBlock kind={`example for ${snippet.label}`} text={snippet.text} />
      </section>
      <Checkbox label={alertKeyLabels.stored} checked={stored} onChange={(event) => onStored(event.target.checked)} error={error} />
    </div>
  )
}
