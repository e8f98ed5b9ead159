import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listAlertKeys } from '../../../api/incidentQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { alertKeyLabels } from './labels.ts'
import type { Account, AlertKey } from './types.ts'

const AlertKeyDialog = lazyComponent(() => import('./AlertKeyDialog.tsx').then((file) => ({ default: file.AlertKeyDialog })))

type OpenDialog = { dialog: 'new' } | { dialog: 'replace' | 'delete'; key: AlertKey }

export function AlertKeysPanel({ account }: { account: Account }) {
  const keys = useQuery(listAlertKeys(account.id))
  const [open, setOpen] = useState<OpenDialog>()
  const close = (next: boolean) => !next && setOpen(undefined)
  const { data } = keys
  return (
    <Panel
      flush
      title={alertKeyLabels.keys}
      description="Monitoring tools report alerts with these keys. Each key has a separate URL."
      actions={
        <Button icon={Plus} disabledReason={data && reasonOf(data, 'create')} onClick={() => setOpen({ dialog: 'new' })}>
          {alertKeyLabels.start}
        </Button>
      }
    >
      {data ? (
        data.items.length > 0 ? (
          <ul aria-label={alertKeyLabels.keys} className="divide-y divide-line">
            {data.items.map((key) => (
              <KeyRow
                key={key.id}
                alertKey={key}
                noReplace={reasonOf(data, 'create')}
                noDelete={reasonOf(data, 'delete')}
                onOpen={(what) => setOpen({ dialog: what, key })}
              />
            ))}
          </ul>
        ) : (
          <div className="p-4">
            <EmptyState icon={KeyRound} title={alertKeyLabels.none}>
              Create a key so that Azure Monitor, Alertmanager and other tools can report alerts. Each problem becomes one incident.
            </EmptyState>
          </div>
        )
      ) : (
        <div className="p-4">
          <Loading subject="the alert keys" query={keys} lines={3} />
        </div>
      )}
      <Suspense>
        {open?.dialog === 'new' && <AlertKeyDialog account={account} taken={data?.items ?? []} onClose={() => setOpen(undefined)} />}
        {open?.dialog === 'replace' && (
          <AlertKeyDialog account={account} taken={data?.items ?? []} replaces={open.key} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
      {open?.dialog === 'delete' && <DeleteKeyDialog account={account} alertKey={open.key} onOpenChange={close} />}
    </Panel>
  )
}

function KeyRow({
  alertKey: { name, prefix, status, expiresAt, lastUsedAt, createdBy, createdAt, configurationItem, assignmentGroup },
  noReplace,
  noDelete,
  onOpen,
}: {
  alertKey: AlertKey
  noReplace: string | undefined
  noDelete: string | undefined
  onOpen: (what: 'replace' | 'delete') => void
}) {
  const targets = [assignmentGroup && `for ${assignmentGroup}`, configurationItem && `about ${configurationItem}`].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {status === 'current' ? (
            <Status tone="ok">Active</Status>
          ) : (
            <Status tone="warn">Replaced, works until {expiresAt && <DateTime at={expiresAt} />}</Status>
          )}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
          <code className="font-mono text-xs">{prefix}…</code> · created by {createdBy.displayName} <RelativeTime at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              {alertKeyLabels.lastUsed} <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
        </p>
        {targets.length > 0 && <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">Creates incidents {targets.join(', ')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {status === 'current' && (
          <Button size="sm" disabledReason={noReplace} onClick={() => onOpen('replace')}>
            Replace<span className="sr-only"> {name}</span>
          </Button>
        )}
        <Button size="sm" variant="quiet" disabledReason={noDelete} onClick={() => onOpen('delete')}>
          {alertKeyLabels.deleteKey}
          <span className="sr-only">
            {' '}
            {status === 'current' ? '' : 'replaced key '}
            {name}
          </span>
        </Button>
      </div>
    </li>
  )
}

function DeleteKeyDialog({
  account,
  alertKey: { id, name, prefix, status, lastUsedAt },
  onOpenChange,
}: {
  account: Account
  alertKey: AlertKey
  onOpenChange: (open: boolean) => void
}) {
  const remove = useCall('deleteAlertKey', ['alert'])
  const service = useQuery(getMe()).data?.segments.incidentService
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={`Delete ${name}?`}
      confirmLabel={alertKeyLabels.delete}
      onConfirm={async () => {
        if (!service) return
        await remove.mutateAsync({ params: { incidentService: service, accountId: account.id, keyId: id } })
        toast.ok(`${name} deleted`)
      }}
    >
      <p>
        Slipway will reject alerts sent with <code className="font-mono text-sm">{prefix}…</code>. Existing incidents stay. You can’t undo
        this.
      </p>
      <p>
        {lastUsedAt ? (
          <>
            Last used <RelativeTime at={lastUsedAt} />.
            {status === 'current' && ' If a tool still uses this key, replace it instead. The old key can keep working for up to 7 days.'}
          </>
        ) : (
          'Never used.'
        )}
      </p>
    </ConfirmDialog>
  )
}
