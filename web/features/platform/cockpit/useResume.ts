import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { toast } from '../../../ui/Toast.tsx'
import { queueLabels } from './labels.ts'

export function useResume() {
  const resume = useCall('resumeQueue', ['queue'])
  return {
    busy: resume.isPending,
    async resume(name: string, title: string) {
      try {
        const { restored } = await resume.mutateAsync({ params: { name } })
        const resumeDetails =
          restored > 0 ? { description: `${count(restored, 'job')} from the pause ${restored === 1 ? 'starts' : 'start'} now.` } : {}
        toast.ok(queueLabels.resumed(title), resumeDetails)
      } catch (error) {
        toast.bad(`${title} is still paused`, { description: problemOf(error).message })
      }
    },
  }
}
