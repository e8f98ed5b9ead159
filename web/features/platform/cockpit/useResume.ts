import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { toast } from '../../../ui/Toast.tsx'

/** Lets a paused queue go on. */
export function useResume() {
  const resume = useCall('resumeQueue', ['queue'])
  return {
    busy: resume.isPending,
    async goOn(name: string, title: string) {
      try {
        const { broughtBack } = await resume.mutateAsync({ params: { name } })
        const kept =
          broughtBack > 0
            ? { description: `${count(broughtBack, 'job')} that came meanwhile ${broughtBack === 1 ? 'is' : 'are'} begun now.` }
            : {}
        toast.ok(`${title} goes on`, kept)
      } catch (error) {
        toast.bad(`${title} does not go on`, { description: problemOf(error).message })
      }
    },
  }
}
