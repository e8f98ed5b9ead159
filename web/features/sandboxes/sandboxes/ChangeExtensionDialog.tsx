import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSandbox } from '../../../api/sandboxPageQueries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { sandboxBudget } from '../../../shared/budgetLimits.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { ResubmitBanner } from '../../../shared/ResubmitBanner.tsx'
import { SpanField } from '../../../shared/SpanField.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { extensionLabels } from './extensionLabels.ts'
import { ExtensionOutcome } from './page/ExtensionPreview.tsx'
import { useExtensionCheck } from './page/useExtensionCheck.ts'
import { requestFormLabels } from './pageLabels.ts'
import type { SandboxRequest } from './types.ts'

const minLength = 10

export function ChangeExtensionDialog({ request, onOpenChange }: { request: SandboxRequest; onOpenChange: (open: boolean) => void }) {
  const update = useCall('updateSandboxRequest', ['sandboxRequest', 'sandbox', 'approval', 'notification'])
  const [hours, setHours] = useState<number | null>(request.hours)
  const [budget, setBudget] = useState<number | null>(request.budget.amount)
  const [reason, setReason] = useState(request.justification)
  const [hoursProblem, setHoursProblem] = useState<string>()
  const [budgetProblem, setBudgetProblem] = useState<string>()
  const input = { hours: hours ?? 0, budget: budget ?? 0 }
  const emptyMessage = input.hours + input.budget <= 0 ? 'Enter more time, more budget, or both.' : undefined
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const sandboxId = request.sandboxId ?? ''
  const sandbox = useQuery({ ...getSandbox(sandboxId), enabled: sandboxId !== '' })
  const typedProblem = hoursProblem ?? budgetProblem
  const isValid = (typedProblem ?? emptyMessage) === undefined
  const { query, check } = useExtensionCheck(sandboxId, input, isValid && sandbox.data !== undefined, request.id)
  const form = useForm(update, { hours: emptyMessage, justification: reasonProblem }, async () => {
    await update.mutateAsync({
      params: { sboxRequestId: request.id },
      body: { ...input, justification: reason.trim() },
      headers: ifMatch(request.version),
    })
    toast.ok(`${request.reference} resubmitted`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Edit ${request.reference}`}
      action={requestFormLabels.resubmit}
      form={form}
      disabledReason={typedProblem ?? check?.problem ?? undefined}
      onClose={() => onOpenChange(false)}
    >
      <ResubmitBanner approvals={request.approvals} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SpanField label={extensionLabels.hours} min={0} max={8760} {...form.field('hours', hours, setHours)} onProblem={setHoursProblem} />
        <MoneyField
          label={extensionLabels.budget}
          currency={request.budget.currency}
          max={sandboxBudget.max}
          {...form.field('budget', budget, setBudget)}
          onProblem={setBudgetProblem}
        />
      </div>
      {sandbox.data ? (
        <ExtensionOutcome sandbox={sandbox.data} query={query} check={check} isValid={isValid} />
      ) : (
        <Loading subject="the outcome" query={sandbox} lines={8} />
      )}
      <TextArea label={reasonField.label} maxLength={1000} {...form.text('justification', reason, setReason)} />
    </FormDialog>
  )
}
