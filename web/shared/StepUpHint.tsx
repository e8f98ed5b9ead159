import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { getMe } from '../api/queries.ts'
import { useNow } from '../ui/useNow.ts'
import { formProblemLabels } from './formLabels.ts'

/** A note beside the button of a form. `needed` is true if the form’s call needs a step-up sign-in. */
export function StepUpHint({ needed = true }: { needed?: boolean }) {
  const me = useQuery(getMe()).data
  const now = useNow('halfMinute')
  if (!needed || !me || (me.strongUntil && Date.parse(me.strongUntil) > now)) return null
  return (
    <span className="mr-auto flex items-center gap-2 text-sm text-ink-2 max-sm:w-full">
      <ShieldCheck size={16} aria-hidden className="shrink-0" />
      {formProblemLabels.confirmNext}
    </span>
  )
}
