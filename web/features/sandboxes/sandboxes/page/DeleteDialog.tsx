import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../../api/client.ts'
import { problemOf } from '../../../../api/problem.ts'
import { getSandboxDeletion } from '../../../../api/sandboxPageQueries.ts'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { ConfirmDialog } from '../../../../shared/ConfirmDialog.tsx'
import { typeName } from '../../../../shared/typeName.ts'
import { count } from '../../../../shared/waits.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { uiLabels } from '../../../../ui/labels.ts'
import { SkeletonText } from '../../../../ui/Skeleton.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { describeSpan } from '../labels.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { Sandbox } from './types.ts'
import { useUndoDeletion } from './useUndoDeletion.ts'

type Deletion = CallResult<'getSandboxDeletion'>

export function DeleteDialog({ sandbox, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const dryRun = useQuery({ ...getSandboxDeletion(sandbox.id), staleTime: 0 })
  const deleteAsOwner = useCall('deleteSandbox', ['sandbox', 'sandboxAction'])
  const asAdmin = useCall('deleteSandboxAsAdmin', ['sandbox', 'sandboxAction'])
  const undo = useUndoDeletion()
  const confirm = async () => {
    const input = { params: { id: sandbox.id }, headers: ifMatch(sandbox.version) }
    const after = await (sandbox.mine === 'owner' ? deleteAsOwner.mutateAsync(input) : asAdmin.mutateAsync(input))
    const undoNow = () =>
      void undo(sandbox).catch((error: unknown) => toast.bad('Deletion not undone', { description: problemOf(error).message }))
    toast.ok(`Deleting ${sandbox.name}`, after.can.undoDeletion === true ? { action: { label: uiLabels.undo, onClick: undoNow } } : {})
  }
  const result = dryRun.data
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={`${sandboxPageLabels.deleteNamed(sandbox.name)}?`}
      confirmLabel={sandboxPageLabels.deleteNamed(sandbox.name)}
      typed={sandbox.name}
      onConfirm={confirm}
    >
      {result ? (
        <RemovalList deletion={result} />
      ) : dryRun.error ? (
        <Banner tone="warn" title="Couldn’t list the resources to delete">
          {problemOf(dryRun.error).message}
        </Banner>
      ) : (
        <>
          <p role="status">Loading resources from Azure…</p>
          <SkeletonText lines={4} />
        </>
      )}
    </ConfirmDialog>
  )
}

function RemovalList({ deletion: { resources, locks, people, money, graceHours } }: { deletion: Deletion }) {
  const { found: result, problem } = resources
  const data = result?.kinds.filter((kind) => kind.holdsData) ?? []
  return (
    <>
      {graceHours > 0 ? (
        <p>
          Compute and access stop immediately. You can undo the deletion for {describeSpan(graceHours)}. After that, everything is
          permanently deleted.
        </p>
      ) : (
        <p>The sandbox is empty, so it’s deleted immediately.</p>
      )}
      {result && result.total > 0 && (
        <div className="rounded-md border border-line bg-sunken px-3 py-2">
          <p className="font-medium text-ink">{count(result.total, 'resource')} to delete</p>
          <ul className="mt-1 space-y-0.5 text-sm">
            {result.kinds.slice(0, 8).map((kind) => (
              <li key={kind.type} className="flex flex-wrap gap-x-2">
                <span className="text-ink">
                  {kind.count} × {typeName(kind.type)}
                </span>
                <span className="min-w-0 wrap-anywhere">{kind.names.slice(0, 3).join(', ')}</span>
                {kind.holdsData && <span className="font-medium text-warn">contains data</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {data.length > 0 && <p>Back up the data you want to keep. It can’t be recovered afterwards.</p>}
      {problem && <Banner tone="warn" title={problem} />}
      {locks.found && locks.found.length > 0 && <p>{count(locks.found.length, 'lock')} will also be deleted.</p>}
      <p>
        {sandboxPageLabels.losesAccess(people.length)} {formatMoney({ amount: money.left, currency: money.currency })} of the budget is
        unspent.
      </p>
    </>
  )
}
