import { useState } from 'react'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { paths } from '../../../../paths.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { reasonField } from '../../../../shared/formLabels.ts'
import { SpanField } from '../../../../shared/SpanField.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { useNavigateTo } from '../../../../shared/useNavigateTo.ts'
import { formatMoney, minorDigits } from '../../../../ui/format.ts'
import { NumberField } from '../../../../ui/NumberField.tsx'
import { TextArea } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { extensionLabels } from '../extensionLabels.ts'
import { describeSpan } from '../labels.ts'
import { requestFormLabels } from '../pageLabels.ts'
import { ExtensionOutcome } from './ExtensionPreview.tsx'
import { suggestBudget } from './suggestBudget.ts'
import type { Sandbox } from './types.ts'
import { useExtensionCheck } from './useExtensionCheck.ts'

const minLength = 10

export function ExtendDialog({ sandbox, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const navigateTo = useNavigateTo()
  const { terms, budget } = sandbox
  const total = 10 ** minorDigits(budget.currency)
  const limit = budget.limit ?? 0
  const maxMoney = Math.max(0, terms.maxBudget - limit)
  const send = useCall('extendSandbox', ['sandbox', 'sandboxRequest', 'approval'])
  const [hours, setHours] = useState<number | null>(terms.extensionHours)
  const [typedMoney, setMoney] = useState<number | null>()
  const money = typedMoney === undefined ? suggestBudget(sandbox, hours ?? 0) / total : typedMoney
  const [reason, setReason] = useState('')
  const [hoursProblem, setHoursProblem] = useState<string>()
  const [moneyProblem, setMoneyProblem] = useState<string>()
  const [isAutomatic, setIsAutomatic] = useState(false)
  const extensionInput = { hours: hours ?? 0, budget: Math.round((money ?? 0) * total) }
  const emptyMessage = extensionInput.hours + extensionInput.budget <= 0 ? 'Enter more time, more budget, or both.' : undefined
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const fieldProblem = hoursProblem ?? moneyProblem ?? emptyMessage
  const { query, check } = useExtensionCheck(sandbox.id, extensionInput, fieldProblem === undefined)
  // The button keeps the label of the last outcome while the next outcome is loading.
  if (check?.outcome && check.outcome.automatic !== isAutomatic) setIsAutomatic(check.outcome.automatic)
  const form = useForm(send, { hours: emptyMessage, justification: reasonProblem }, async () => {
    const request = await send.mutateAsync({
      params: { id: sandbox.id },
      body: { ...extensionInput, justification: reason.trim() },
      headers: ifMatch(sandbox.version),
    })
    if (request.status === 'approved') toast.ok(`${sandbox.name} extended`)
    else
      toast.ok(`${request.reference} submitted`, {
        action: { label: 'View request', onClick: () => navigateTo(paths.sandboxRequest(request.id)) },
      })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={extensionLabels.of(sandbox.name)}
      action={isAutomatic ? extensionLabels.submit : requestFormLabels.send}
      form={form}
      disabledReason={fieldProblem ?? check?.problem ?? undefined}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SpanField
          label={extensionLabels.hours}
          min={0}
          max={terms.extensionHours}
          hint={`Up to ${describeSpan(terms.extensionHours)} at a time.`}
          {...form.field('hours', hours, setHours)}
          error={emptyMessage ?? form.errorOf('hours')}
          onProblem={setHoursProblem}
        />
        <NumberField
          label={extensionLabels.budget}
          min={0}
          max={maxMoney / total}
          step={5}
          format={{ style: 'currency', currency: budget.currency }}
          hint={
            maxMoney > 0
              ? `Up to ${formatMoney({ amount: maxMoney, currency: budget.currency }, { strip: true })} more.`
              : 'The budget is already at its maximum.'
          }
          {...form.field('budget', money, setMoney)}
          onProblem={setMoneyProblem}
        />
      </div>
      <ExtensionOutcome sandbox={sandbox} query={query} check={check} isValid={fieldProblem === undefined} />
      <TextArea
        label={reasonField.label}
        hint="Approvers see this with your request."
        maxLength={1_000}
        rows={3}
        {...form.text('justification', reason, setReason)}
      />
    </FormDialog>
  )
}
