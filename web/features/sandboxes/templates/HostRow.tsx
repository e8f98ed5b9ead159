import { Archive, CirclePlay, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ActivityButton } from '../../../shared/ActivityButton.tsx'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { DeleteDialog } from '../../../shared/DeleteDialog.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Link } from '../../../ui/Link.tsx'
import { EndedIcon, Status, type Tone } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { sandboxDisplay } from '../sandboxes/labels.ts'
import type { SandboxHost } from '../sandboxes/types.ts'
import { CapacityBar } from './CapacityBar.tsx'
import { totalCapacity } from './capacity.ts'
import { OpenHostDialog } from './OpenHostDialog.tsx'
import { hostLabels } from './templateLabels.ts'

const displays: Record<SandboxHost['status'], { tone: Tone; label: string }> = {
  available: { tone: 'ok', label: 'Available' },
  coolingDown: { tone: 'info', label: 'Cooling off' },
  quarantined: { tone: 'bad', label: 'Quarantined' },
  closed: { tone: 'neutral', label: 'Closed' },
}
const maxShown = 6

export function HostRow({ host, onEdit }: { host: SandboxHost; onEdit: () => void }) {
  const [openDialog, setOpen] = useState<'close' | 'open' | 'delete'>()
  const update = useCall('updateSandboxHost', ['sandboxHost', 'sandboxTemplate'])
  const remove = useCall('deleteSandboxHost', ['sandboxHost', 'sandboxTemplate'])
  const isFull = host.status === 'available' && host.used >= host.capacity
  const { tone, label } = isFull ? { tone: 'ok' as const, label: host.kind === 'pool' ? 'In use' : 'Full' } : displays[host.status]
  const close = () => setOpen(undefined)
  const remainingCount = host.sandboxes.length - maxShown
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 space-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium wrap-anywhere">{host.name}</h3>
          <Status tone={tone} {...(host.status === 'closed' && { icon: EndedIcon })}>
            {label}
          </Status>
          {host.cooldownUntil && (
            <span className="text-sm text-ink-2">
              available <RelativeTime at={host.cooldownUntil} />
            </span>
          )}
          <span className="text-sm text-ink-2">
            <CopyId value={host.subscriptionId} kind="subscription ID" short />
          </span>
        </div>
        {host.kind === 'shared' && (
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <CapacityBar totals={totalCapacity([host])} label={host.name} />
            </div>
            <span className="shrink-0 text-sm text-ink-2 tabular-nums">
              {host.used} of {host.capacity}
            </span>
          </div>
        )}
        {host.note && <p className="text-sm wrap-anywhere text-ink-2">{host.note}</p>}
        {host.sandboxes.length > 0 && (
          <ul aria-label={`Sandboxes in ${host.name}`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {host.sandboxes.slice(0, maxShown).map((sandbox) => (
              <li key={sandbox.id} className="min-w-0">
                <Link href={paths.sandbox(sandbox.id)}>{sandbox.name}</Link>{' '}
                <span className="text-ink-2">
                  {sandboxDisplay(sandbox.status).label.toLocaleLowerCase()}
                  {sandbox.owner && `, ${sandbox.owner.displayName}`}
                </span>
              </li>
            ))}
            {remainingCount > 0 && <li className="text-ink-2">and {remainingCount} more</li>}
          </ul>
        )}
      </div>
      <div className="flex gap-0.5">
        <ActivityButton kind="sandboxHost" id={host.id} name={host.name} />
        {isAllowed(host, 'update') && (
          <>
            <IconButton size="sm" icon={Pencil} label={`Edit ${host.name}`} onClick={onEdit} />
            {host.status === 'available' ? (
              <IconButton
                size="sm"
                icon={Archive}
                label={hostLabels.closeNamed(host.name)}
                disabledReason={reasonOf(host, 'close')}
                onClick={() => setOpen('close')}
              />
            ) : (
              <IconButton
                size="sm"
                icon={CirclePlay}
                label={hostLabels.reopenNamed(host.name)}
                disabledReason={reasonOf(host, 'open')}
                onClick={() => setOpen('open')}
              />
            )}
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Delete ${host.name}`}
              disabledReason={reasonOf(host, 'delete')}
              onClick={() => setOpen('delete')}
            />
          </>
        )}
      </div>
      <ConfirmDialog
        open={openDialog === 'close'}
        onOpenChange={close}
        title={`Close ${host.name}?`}
        confirmLabel={hostLabels.close}
        onConfirm={async () => {
          await update.mutateAsync({ params: { id: host.id }, body: { status: 'closed' }, headers: ifMatch(host.version) })
          toast.ok(`${host.name} closed`)
        }}
      >
        <p>A closed host gets no new sandboxes. Existing sandboxes continue until their lease ends. You can reopen the host.</p>
      </ConfirmDialog>
      {openDialog === 'open' && <OpenHostDialog host={host} onOpenChange={close} />}
      {openDialog === 'delete' && (
        <DeleteDialog
          subject="host"
          name={host.name}
          onOpenChange={close}
          onDelete={() => remove.mutateAsync({ params: { id: host.id }, headers: ifMatch(host.version) })}
        />
      )}
    </li>
  )
}
