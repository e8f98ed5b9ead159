import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { toast } from '../../../ui/Toast.tsx'

/** `isMine` is true if the reader made the reassignment. `notified` is the name of the other person. */
export function useRevoke(id: string): { busy: boolean; revoke: (isMine: boolean, notified: string | undefined) => Promise<void> } {
  const { mutateAsync, isPending } = useCall('revokeReassignment', ['approval'])
  return {
    busy: isPending,
    async revoke(isMine, notified) {
      try {
        await mutateAsync({ params: { id } })
        toast.ok(isMine ? 'Reassignment revoked' : 'Request returned', { description: `${notified} has been notified.` })
      } catch (error) {
        toast.bad(isMine ? 'Couldn’t revoke the reassignment' : 'Couldn’t return the request', { description: problemOf(error).message })
      }
    },
  }
}
