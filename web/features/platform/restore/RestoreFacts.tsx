import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DateTime, Duration } from '../../../ui/Time.tsx'
import { originLabels, restoreLabels } from './labels.ts'
import type { Restore } from './types.ts'

export function RestoreFacts({ restore, paused }: { restore: Restore; paused: boolean }) {
  const { kind, dataAt, restoredAt, restoredBy, acceptedAt, acceptedBy, comment } = restore
  return (
    <>
      <Panel title="Restore">
        <KeyValues
          columns={3}
          items={[
            { label: 'Restored', value: <DateTime at={restoredAt} /> },
            { label: 'Restored by', value: restoredBy },
            { label: 'Restored from', value: originLabels[kind] },
            { label: 'Time of the data', value: <DateTime at={dataAt} /> },
            {
              label: 'Possible data loss',
              value: (
                <>
                  Up to <Duration from={dataAt} to={restoredAt} />
                </>
              ),
            },
            paused
              ? { label: 'Paused since', value: <DateTime at={restoredAt} /> }
              : { label: 'Paused for', value: acceptedAt && <Duration from={restoredAt} to={acceptedAt} /> },
          ]}
        />
      </Panel>
      {acceptedAt && (
        <Panel title={restoreLabels.acceptance}>
          <KeyValues
            items={[
              { label: 'Accepted', value: <DateTime at={acceptedAt} /> },
              { label: 'Accepted by', value: acceptedBy },
              { label: 'Comment', value: comment, wide: true },
            ]}
          />
        </Panel>
      )}
    </>
  )
}
