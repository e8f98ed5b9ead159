import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { SandboxRequest } from './types.ts'

const shortest = 10

/** Changes how much more of a sandbox is asked for, and sends it again. */
export function ChangeExtensionDialog({ request, onOpenChange }: { request: SandboxRequest; onOpenChange: (open: boolean) => void }) {
  const update = useCall('updateSandboxRequest', ['sandboxRequest', 'sandbox', 'approval', 'notification'])
  const [hours, setHours] = useState<number | null>(request.hours)
  const [budget, setBudget] = useState<number | null>(request.budget.amount)
  const [why, setWhy] = useState(request.justification)
  const [tried, setTried] = useState(false)
  const problem = update.error ? problemOf(update.error) : undefined
  const nothing = (hours ?? 0) + (budget ?? 0) <= 0 ? 'Ask for more hours, more money, or both.' : undefined
  const short = why.trim().length < shortest ? 'Say in a sentence what for.' : undefined
  const submit = async () => {
    setTried(true)
    if (nothing || short || update.isPending) return
    try {
      await update.mutateAsync({
        params: { sboxRequestId: request.id },
        body: { hours: hours ?? 0, budget: budget ?? 0, justification: why.trim() },
        headers: ifMatch(request.version),
      })
    } catch {
      return // shown in the dialog
    }
    toast.ok(`${request.reference} is sent again`)
    onOpenChange(false)
  }
  return (
    <FormDialog
      title={`Change ${request.reference}`}
      description="Whoever decides is asked anew, so that what is approved is what was read."
      action="Send it again"
      busy={update.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          label="More hours"
          name="hours"
          suffix="hours"
          min={0}
          max={8760}
          value={hours}
          error={(tried ? nothing : undefined) ?? fieldError(problem, 'hours')}
          onChange={setHours}
        />
        <MoneyField
          label="More money"
          name="budget"
          currency={request.budget.currency}
          value={budget}
          error={fieldError(problem, 'budget')}
          onChange={setBudget}
        />
      </div>
      <TextArea
        label="What do you need it for?"
        name="justification"
        maxLength={1000}
        value={why}
        error={(tried ? short : undefined) ?? fieldError(problem, 'justification')}
        onChange={(event) => setWhy(event.target.value)}
      />
    </FormDialog>
  )
}
