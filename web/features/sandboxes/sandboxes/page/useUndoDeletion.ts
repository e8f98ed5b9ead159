import { useQueryClient } from '@tanstack/react-query'
import { getSandbox } from '../../../../api/sandboxPageQueries.ts'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { toast } from '../../../../ui/Toast.tsx'

export function useUndoDeletion(): (sandbox: { id: string; name: string }) => Promise<void> {
  const client = useQueryClient()
  const { mutateAsync } = useCall('undoSandboxDeletion', ['sandbox', 'sandboxAction'])
  return async ({ id, name }) => {
    // The run that stops the compute also changes the version, which doesn't matter to the person who undoes the deletion.
    const { version } = await client.fetchQuery({ ...getSandbox(id), staleTime: 0 })
    await mutateAsync({ params: { id }, headers: ifMatch(version) })
    toast.ok(`Deletion of ${name} undone`)
  }
}
