import { useState } from 'react'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { paths } from '../../../../paths.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { reasonField } from '../../../../shared/formLabels.ts'
import { SpanField } from '../../../../shared/SpanField.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { useNavigateTo } from '../../../../shared/useNavigateTo.ts'
import { formatDateTime, formatMoney, minorDigits } from '../../../../ui/format.ts'
import { NumberField } from '../../../../ui/NumberField.tsx'
import { TextArea } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { describeSpan } from '../labels.ts'
import { extensionLabels } from '../pageLabels.ts'
import type { Sandbox } from './types.ts'

const minLength = 10

export function ExtendDialog({ sandbox, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const navigateTo = useNavigateTo()
  const { terms, budget, lease } = sandbox
  const total = 10 ** minorDigits(budget.currency)
  const limit = budget.limit ?? 0
  const maxMoney = Math.max(0, terms.maxBudget - limit)
  const isForBudget = sandbox.frozen?.cause === 'budget' || budget.percent >= 80
  const send = useCall('extendSandbox', ['sandbox', 'sandboxRequest', 'approval'])
  const [hours, setHours] = useState<number | null>(terms.extensionHours)
  const [money, setMoney] = useState<number | null>(isForBudget ? Math.min(Math.round(limit / 2), maxMoney) / total : 0)
  const [reason, setReason] = useState('')
  const extensionInput = { hours: hours ?? 0, budget: Math.round((money ?? 0) * total) }
  const emptyMessage = extensionInput.hours + extensionInput.budget <= 0 ? 'Enter more time, more budget, or both.' : undefined
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const end = lease.end && new Date(Math.max(Date.parse(lease.end), Date.now()) + extensionInput.hours * 3_600_000).toISOString()
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
      description="Extensions within the template’s limits are approved automatically. Otherwise, an approver decides and the sandbox continues in the meantime."
      action={extensionLabels.submit}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SpanField
          label={extensionLabels.hours}
          min={0}
          max={terms.extensionHours}
          hint={`Up to ${describeSpan(terms.extensionHours)} at a time.`}
          {...form.field('hours', hours, setHours)}
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
        />
      </div>
      <p className="rounded-md border border-line bg-sunken px-3 py-2 text-sm" aria-live="polite">
        New end: {end ? formatDateTime(end) : 'not set yet'}. New budget:{' '}
        {formatMoney({ amount: limit + extensionInput.budget, currency: budget.currency }, { strip: true })}.
        {lease.extensionsUsed + 1 >= lease.maxExtensions && ' This is the last extension.'}
      </p>
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
