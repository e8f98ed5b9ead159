import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { toast } from '../../../ui/Toast.tsx'

export function useResume() {
  const resume = useCall('resumeQueue', ['queue'])
  return {
    busy: resume.isPending,
    async resume(name: string, title: string) {
      try {
        const { restored } = await resume.mutateAsync({ params: { name } })
        const kept =
          restored > 0 ? { description: `${count(restored, 'job')} held during the pause ${restored === 1 ? 'starts' : 'start'} now.` } : {}
        toast.ok(`${title} resumed`, kept)
      } catch (error) {
        toast.bad(`${title} is still paused`, { description: problemOf(error).message })
      }
    },
  }
}
