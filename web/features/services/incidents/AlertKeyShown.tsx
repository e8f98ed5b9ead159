import { useState } from 'react'
import { Checkbox } from '../../../ui/Choice.tsx'
import { CopyBlock } from '../../../ui/CopyBlock.tsx'
import { Select } from '../../../ui/Select.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { alertSnippets } from './alertSnippets.ts'
import type { NewAlertKey } from './types.ts'

export function AlertKeyShown({
  alertKey: { url, replaced },
  overlaps,
  stored,
  onStored,
  error,
}: {
  alertKey: NewAlertKey
  /** The replaced key stays valid for some time. */
  overlaps: boolean
  stored: boolean
  onStored: (stored: boolean) => void
  error: string | undefined
}) {
  const [way, setWay] = useState(alertSnippets[0]!.id)
  const snippet = alertSnippets.find(({ id }) => id === way) ?? alertSnippets[0]!
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-ink-2">
        Give this address to what watches over the account. The key is in it: keep it as you keep a password. Slipway has only its
        fingerprint and cannot show it again.
      </p>
      <CopyBlock wrap what="address" text={url} />
      {replaced && (
        <p className="text-sm text-ink-2">
          {overlaps ? (
            <>
              The key it replaces goes on working until <DateTime at={replaced.worksUntil} />, so that no alert is lost while you change
              over.
            </>
          ) : (
            'The key it replaces has stopped working.'
          )}
        </p>
      )}
      <section className="min-w-0 space-y-2">
        <Select
          label="Send alerts from"
          className="sm:w-56"
          options={alertSnippets.map(({ id, label }) => ({ value: id, label }))}
          value={way}
          onChange={setWay}
        />
        <p className="text-sm text-ink-2">
          {way === 'alertmanager' ? (
            'Put the address into the file that is named there.'
          ) : (
            <>
              <code className="font-mono">SLIPWAY_ALERT_URL</code> stands for the address.
            </>
          )}
        </p>
        <CopyBlock what={`lines for ${snippet.label}`} text={snippet.text} />
      </section>
      <Checkbox label="I have stored the address" checked={stored} onChange={(event) => onStored(event.target.checked)} error={error} />
    </div>
  )
}
