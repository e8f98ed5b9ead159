import { useQuery } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listAuditErasures } from '../../../api/auditQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { erasureLabels, erasureStatusLabels } from './auditLabels.ts'
import type { AuditStatus, Erasure } from './types.ts'

const EraseDialog = lazyComponent(() => import('./EraseDialog.tsx').then(({ EraseDialog }) => ({ default: EraseDialog })))
const ConfirmErasureDialog = lazyComponent(() =>
  import('./ConfirmErasureDialog.tsx').then(({ ConfirmErasureDialog }) => ({ default: ConfirmErasureDialog })),
)

export function ErasuresPanel({ status }: { status: AuditStatus }) {
  const result = useQuery(listAuditErasures())
  const [isRequesting, setIsRequesting] = useState(false)
  const [erasureToConfirm, setErasureToConfirm] = useState<Erasure>()
  return (
    <Panel
      title="Personal data"
      footer={
        isAllowed(status, 'erase') && (
          <Button icon={Eraser} onClick={() => setIsRequesting(true)}>
            {erasureLabels.start}
          </Button>
        )
      }
    >
      <p className="max-w-prose text-ink-2">
        An erasure removes the data that identifies a person, and keeps action, time and outcome. A second administrator must confirm the
        request.
      </p>
      {result.data ? (
        result.data.items.length > 0 && (
          <ul aria-label={erasureLabels.requests} className="mt-3 divide-y divide-line border-t border-line">
            {result.data.items.map((erasure) => (
              <ErasureRow key={erasure.id} erasure={erasure} onConfirm={() => setErasureToConfirm(erasure)} />
            ))}
          </ul>
        )
      ) : (
        <Loading subject="the erasure requests" query={result} lines={2} />
      )}
      <Suspense>
        {isRequesting && <EraseDialog onOpenChange={setIsRequesting} />}
        {erasureToConfirm && <ConfirmErasureDialog erasure={erasureToConfirm} onClose={() => setErasureToConfirm(undefined)} />}
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
        <span className="font-medium">{person.displayName ?? person.id}</span>: {erasureStatusLabels[status]}
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
            {erasureLabels.openConfirm}
          </Button>
          <Button size="sm" loading={withdraw.isPending} disabledReason={reasonOf(erasure, 'withdraw')} onClick={submit}>
            Withdraw
          </Button>
        </div>
      )}
    </li>
  )
}
