import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { getAccountHealth } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Health } from './healthLabels.ts'

/** Restores tags of Slipway that were removed in Azure. The action needs no confirmation, because there is nothing to choose. */
export function RestoreTags({ health, children }: { health: Health; children: ReactNode }) {
  const client = useQueryClient()
  const restore = useCall('restoreAccountTags', [])
  const submit = async () => {
    if (restore.isPending) return
    let fresh: Health
    try {
      fresh = await restore.mutateAsync({ params: { id: health.accountId } })
      client.setQueryData(getAccountHealth(health.accountId).queryKey, fresh)
    } catch {
      return
    }
    // The call might return before Azure has finished, with the earlier health.
    const isDone = fresh.checkedAt !== health.checkedAt
    toast.ok(isDone ? 'Tags restored' : 'Restoring the tags has started. The health check updates when it’s done.')
  }
  return (
    <>
      <Button size="sm" loading={restore.isPending} disabledReason={reasonOf(health, 'restoreTags')} onClick={() => void submit()}>
        {children}
      </Button>
      {restore.error && (
        <p role="alert" className="mt-1 text-sm wrap-anywhere text-bad">
          {problemOf(restore.error).message}
        </p>
      )}
    </>
  )
}
