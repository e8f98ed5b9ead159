import { RefreshCw } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { driftPageLabels } from './driftLabels.ts'

export function ScanNow({ accountId, reason, size = 'md' }: { accountId: string; reason: string | undefined; size?: 'sm' | 'md' }) {
  const scanNow = useCall('reconcileAccount', ['accessDifference'])
  const now = async () => {
    try {
      const { appeared } = await scanNow.mutateAsync({ params: { id: accountId } })
      if (appeared > 0) toast.info(`${count(appeared, 'new difference')} found`)
      else toast.ok('No new differences', { description: 'The directory was compared with Slipway’s record.' })
    } catch (error) {
      toast.bad('Couldn’t scan the directory', { description: problemOf(error).message })
    }
  }
  return (
    <Button size={size} icon={RefreshCw} loading={scanNow.isPending} disabledReason={reason} onClick={() => void now()}>
      {driftPageLabels.scan}
    </Button>
  )
}
