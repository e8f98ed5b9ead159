import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { busyReason, durationLabel, reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { choicesUpTo, describeHours } from '../assignments/labels.ts'
import { type Action, actionLabel, confirmationText, type Difference, describeEffect } from './driftLabels.ts'

export interface ResolveTarget {
  items: readonly Difference[]
  action: Action
}

const choices = [24, 24 * 7, 24 * 30, 24 * 90, 24 * 180, 24 * 365]
const permanentChoice = 'permanent'
const kinds = ['accessDifference', 'account', 'groupAssignment', 'accessGroup'] as const
const maxShown = 8

export function ResolveDialog({ items, action, onClose }: ResolveTarget & { onClose: (isResolved: boolean) => void }) {
  const resolveOne = useCall('resolveAccessDifference', kinds)
  const resolveSeveral = useCall('resolveAccessDifferences', kinds)
  const max = items.reduce<number | null>(
    (minimum, { group: { maxDurationHours: max } }) => (max === null ? minimum : Math.min(max, minimum ?? max)),
    null,
  )
  const hours = choicesUpTo(choices, max)
  const [duration, setDuration] = useState(String(hours.includes(24 * 30) ? 24 * 30 : hours.at(-1)))
  const [reason, setReason] = useState('')
  const [first] = items
  const isBulk = items.length > 1
  const { kind } = first!
  const grantsAccess = action === 'adopt' && items.some(({ member }) => member?.kind === 'person')
  const isPending = resolveOne.isPending || resolveSeveral.isPending
  const form = useForm({ error: resolveOne.error ?? resolveSeveral.error, isPending }, {}, async () => {
    const body = {
      action,
      ...(grantsAccess && { durationHours: duration === permanentChoice ? null : Number(duration) }),
      ...(reason.trim() && { reason: reason.trim() }),
    }
    if (isBulk) await resolveSeveral.mutateAsync({ body: { ...body, ids: items.map(({ id }) => id) } })
    else await resolveOne.mutateAsync({ params: { id: first!.id }, headers: ifMatch(first!.version), body })
    toast.ok(isBulk ? `${count(items.length, 'difference')} resolved` : 'Difference resolved', {
      description: 'We’re updating the directory.',
    })
    onClose(true)
  })
  const { problem } = form
  const label = actionLabel(action, kind)
  return (
    <FormDialog
      title={confirmationText(action, kind, items.length)}
      description={isBulk ? undefined : first!.summary}
      action={isBulk ? `${label} (${items.length})` : label}
      variant={action === 'remove' || action === 'accept' ? 'danger' : 'primary'}
      form={{ ...form, problem: problem && { ...problem, fields: problem.fields.filter(({ name }) => !name.startsWith('ids')) } }}
      closeDisabledReason={isPending ? busyReason : undefined}
      onClose={() => onClose(false)}
    >
      {isBulk && (
        <ul className="divide-y divide-line rounded-md border border-line bg-sunken text-sm">
          {items.slice(0, maxShown).map((item) => (
            <li key={item.id} className="px-3 py-1.5 wrap-anywhere">
              {item.summary}
            </li>
          ))}
          {items.length > maxShown && <li className="px-3 py-1.5 text-ink-2">and {items.length - maxShown} more</li>}
        </ul>
      )}
      <p className="max-w-prose text-ink-2">{describeEffect(action, kind, isBulk)}</p>
      {grantsAccess && (
        <Select
          label={durationLabel}
          hint="Counted from now."
          className="sm:w-64"
          options={[
            ...hours.map((each) => ({ value: String(each), label: describeHours(each) })),
            ...(max === null ? [{ value: permanentChoice, label: 'Permanent' }] : []),
          ]}
          {...form.field('durationHours', duration, setDuration)}
        />
      )}
      <TextArea
        label={reasonField.label}
        optional
        hint="Other owners and auditors can read this."
        maxLength={1_000}
        rows={2}
        {...form.text('reason', reason, setReason)}
      />
    </FormDialog>
  )
}
