import { RefreshCw } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'

export function LookNow({ accountId, reason, size = 'md' }: { accountId: string; reason: string | undefined; size?: 'sm' | 'md' }) {
  const look = useCall('reconcileAccount', ['accessDifference'])
  const now = async () => {
    try {
      const { appeared } = await look.mutateAsync({ params: { id: accountId } })
      if (appeared > 0) toast.info(`${count(appeared, 'new difference')} found`)
      else toast.ok('Nothing new', { description: 'The directory was compared with what was granted.' })
    } catch (error) {
      toast.bad('The directory could not be looked at', { description: problemOf(error).message })
    }
  }
  return (
    <Button size={size} icon={RefreshCw} loading={look.isPending} disabledReason={reason} onClick={() => void now()}>
      Look now
    </Button>
  )
}
