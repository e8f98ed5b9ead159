import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { ifMatch, useCall } from '../../api/useCall.ts'
import { FormProblem } from '../../shared/FormProblem.tsx'
import { fieldError } from '../../shared/fieldError.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MoneyField, NumberField } from '../../ui/NumberField.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { SandboxRequest } from './types.ts'

const shortest = 10

/** Changes how much more of a sandbox is asked for, and sends it again. */
export function ChangeExtensionDialog({ request, onOpenChange }: { request: SandboxRequest; onOpenChange: (open: boolean) => void }) {
  const form = useId()
  const update = useCall('updateSandboxRequest', ['sandboxRequest', 'sandbox', 'approval', 'notification'])
  const [hours, setHours] = useState<number | null>(request.hours)
  const [budget, setBudget] = useState<number | null>(request.budget.amount)
  const [why, setWhy] = useState(request.justification)
  const [tried, setTried] = useState(false)
  const problem = update.error ? problemOf(update.error) : undefined
  const nothing = (hours ?? 0) + (budget ?? 0) <= 0 ? 'Ask for more hours, more money, or both.' : undefined
  const short = why.trim().length < shortest ? 'Say in a sentence what for.' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Change ${request.reference}`}
      description="Whoever decides is asked anew, so that what is approved is what was read."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={update.isPending}>
            Send it again
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <FormProblem problem={problem} />
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
      </form>
    </Dialog>
  )
}
