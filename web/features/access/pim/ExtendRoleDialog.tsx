import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { DurationField } from './DurationField.tsx'
import type { Activation } from './types.ts'
import { stepOf } from './words.ts'

const shortest = 10

/** Keeps a role longer, without a gap, up to what its policy allows in all. */
export function ExtendRoleDialog({ activation, onOpenChange }: { activation: Activation; onOpenChange: (open: boolean) => void }) {
  const { minutes: now, maxMinutes, startsAt, role, account } = activation
  const extend = useCall('extendPimActivation', ['privilegedRole', 'approval'])
  const least = Math.min(maxMinutes, now + stepOf(maxMinutes))
  const [minutes, setMinutes] = useState(Math.min(maxMinutes, now + 60))
  const [why, setWhy] = useState(activation.justification)
  const problem = extend.error ? problemOf(extend.error) : undefined
  const short = why.trim().length < shortest ? `At least ${shortest} characters.` : undefined
  const end = formatDateTime(new Date(Date.parse(startsAt ?? '') + minutes * 60_000).toISOString())
  const submit = async () => {
    if (short || extend.isPending) return
    try {
      const body = { durationMinutes: minutes, justification: why.trim() }
      const { askedUntil } = await extend.mutateAsync({ params: { id: activation.id }, body, headers: ifMatch(activation.version) })
      if (askedUntil) toast.ok('More time waits for its approval', { description: `Until ${end}. You keep ${role} meanwhile.` })
      else toast.ok(`${role} is being extended`, { description: `Until ${end}. You keep it meanwhile.` })
      onOpenChange(false)
    } catch {
      // shown in the dialog
    }
  }
  return (
    <FormDialog
      title={`Extend ${role}`}
      description={`In ${account.name}. You keep the role without a gap.`}
      action="Extend"
      busy={extend.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <DurationField
        label="For how long in all?"
        hint={`Counted from when you took it; it would end ${end}.`}
        value={minutes}
        onChange={setMinutes}
        least={least}
        most={maxMinutes}
        error={fieldError(problem, 'durationMinutes')}
      />
      <TextArea
        label="Why longer?"
        name="justification"
        maxLength={500}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
        error={short ?? fieldError(problem, 'justification')}
      />
    </FormDialog>
  )
}
