import { useQuery } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listAuditErasures } from '../../../api/auditQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { erasureLabels } from './auditLabels.ts'
import type { AuditStatus, Erasure } from './types.ts'

const EraseDialog = late(() => import('./EraseDialog.tsx').then(({ EraseDialog }) => ({ default: EraseDialog })))
const ConfirmErasureDialog = late(() =>
  import('./ConfirmErasureDialog.tsx').then(({ ConfirmErasureDialog }) => ({ default: ConfirmErasureDialog })),
)

const statusLabels: Record<Erasure['status'], string> = {
  open: 'Pending confirmation',
  confirmed: 'Erased',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

export function ErasuresPanel({ status }: { status: AuditStatus }) {
  const found = useQuery(listAuditErasures())
  const [requesting, setRequesting] = useState(false)
  const [confirming, setConfirming] = useState<Erasure>()
  return (
    <Panel
      title="Personal data"
      footer={
        <Button icon={Eraser} disabledReason={reasonOf(status, 'erase')} onClick={() => setRequesting(true)}>
          {erasureLabels.start}
        </Button>
      }
    >
      <p className="max-w-prose text-ink-2">
        Erasing replaces what identifies a person and keeps the rest: what was done, when and with what outcome. One administrator requests
        it, another confirms it, and both stay on record.
      </p>
      {found.data ? (
        found.data.items.length > 0 && (
          <ul aria-label={erasureLabels.requests} className="mt-3 divide-y divide-line border-t border-line">
            {found.data.items.map((erasure) => (
              <ErasureRow key={erasure.id} erasure={erasure} onConfirm={() => setConfirming(erasure)} />
            ))}
          </ul>
        )
      ) : found.error ? (
        <Failed what={erasureLabels.requests} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonText lines={2} />
      )}
      <Suspense>
        {requesting && <EraseDialog onOpenChange={setRequesting} />}
        {confirming && <ConfirmErasureDialog erasure={confirming} onClose={() => setConfirming(undefined)} />}
      </Suspense>
    </Panel>
  )
}

function ErasureRow({ erasure, onConfirm }: { erasure: Erasure; onConfirm: () => void }) {
  const withdraw = useCall('withdrawAuditErasure', ['auditErasure'])
  const { id, person, status, reason, requestedBy, requestedAt, expiresAt, closedBy, closedAt, who, subject, what } = erasure
  const submit = () =>
    withdraw.mutate(
      { params: { id } },
      {
        onSuccess: () => toast.ok('Erasure request withdrawn'),
        onError: (error) => toast.bad('Couldn’t withdraw the erasure request', { description: problemOf(error).message }),
      },
    )
  return (
    <li className="space-y-1.5 py-3">
      <p>
        <span className="font-medium">{person.displayName ?? person.id}</span>: {statusLabels[status]}
      </p>
      <p className="text-sm text-ink-2">{reason}</p>
      <p className="text-sm text-ink-2">
        {count(who + subject + what, 'change')}. Requested by {requestedBy}, <DateTime at={requestedAt} />.{' '}
        {status === 'open' ? (
          <>
            Expires <DateTime at={expiresAt} />.
          </>
        ) : (
          closedBy &&
          closedAt && (
            <>
              {status === 'confirmed' ? 'Confirmed' : 'Withdrawn'} by {closedBy}, <DateTime at={closedAt} />.
            </>
          )
        )}
      </p>
      {status === 'open' && (
        <div className="flex gap-2">
          <Button size="sm" disabledReason={reasonOf(erasure, 'confirm')} onClick={onConfirm}>
            Confirm…
          </Button>
          <Button size="sm" loading={withdraw.isPending} disabledReason={reasonOf(erasure, 'withdraw')} onClick={submit}>
            Withdraw
          </Button>
        </div>
      )}
    </li>
  )
}
