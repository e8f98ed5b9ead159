import { useId, useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeHours, upTo } from '../assignments/labels.ts'
import { type Action, actionLabel, type Difference, describeEffect, questionOf } from './driftLabels.ts'

export interface ResolveTarget {
  /** All of one kind. */
  items: readonly Difference[]
  action: Action
}

const choices = [24, 24 * 7, 24 * 30, 24 * 90, 24 * 180, 24 * 365]
const isPermanent = 'permanent'
const kinds = ['accessDifference', 'account', 'groupAssignment', 'accessGroup'] as const
const maxShown = 8

/** Confirms a resolution; adopted people get an end date. */
export function ResolveDialog({ items, action, onClose }: ResolveTarget & { onClose: (resolved: boolean) => void }) {
  const id = useId()
  const one = useCall('resolveAccessDifference', kinds)
  const several = useCall('resolveAccessDifferences', kinds)
  const max = items.reduce<number | null>(
    (least, { group: { maxDurationHours: max } }) => (max === null ? least : Math.min(max, least ?? max)),
    null,
  )
  const hours = upTo(choices, max)
  const [duration, setDuration] = useState(String(hours.includes(24 * 30) ? 24 * 30 : hours.at(-1)))
  const [reason, setReason] = useState('')
  const [first] = items
  const many = items.length > 1
  const { kind } = first!
  const lends = action === 'adopt' && items.some(({ member }) => member?.kind === 'person')
  const pending = one.isPending || several.isPending
  const form = useForm({ error: one.error ?? several.error, isPending: pending }, {}, async () => {
    const body = {
      action,
      ...(lends && { durationHours: duration === isPermanent ? null : Number(duration) }),
      ...(reason.trim() && { reason: reason.trim() }),
    }
    if (many) await several.mutateAsync({ body: { ...body, ids: items.map(({ id }) => id) } })
    else await one.mutateAsync({ params: { id: first!.id }, headers: ifMatch(first!.version), body })
    toast.ok(many ? `${count(items.length, 'difference')} resolved` : 'Difference resolved', {
      description: 'We’re updating the directory.',
    })
    onClose(true)
  })
  const { problem } = form
  const label = actionLabel(action, kind)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose(false)}
      title={questionOf(action, kind, items.length)}
      description={many ? undefined : first!.summary}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" form={id} variant={action === 'remove' || action === 'accept' ? 'danger' : 'primary'} loading={pending}>
            {many ? `${label} (${items.length})` : label}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.submit} className="space-y-4">
        <FormProblem problem={problem && { ...problem, fields: problem.fields.filter(({ name }) => !name.startsWith('ids')) }} />
        {many && (
          <ul className="divide-y divide-line rounded-md border border-line bg-sunken text-sm">
            {items.slice(0, maxShown).map((item) => (
              <li key={item.id} className="px-3 py-1.5 wrap-anywhere">
                {item.summary}
              </li>
            ))}
            {items.length > maxShown && <li className="px-3 py-1.5 text-ink-2">and {items.length - maxShown} more</li>}
          </ul>
        )}
        <p className="max-w-prose text-ink-2">{describeEffect(action, kind, many)}</p>
        {lends && (
          <Select
            label="Duration"
            hint="Counted from now."
            className="sm:w-64"
            options={[
              ...hours.map((each) => ({ value: String(each), label: describeHours(each) })),
              ...(max === null ? [{ value: isPermanent, label: 'Permanent' }] : []),
            ]}
            {...form.field('durationHours', duration, setDuration)}
          />
        )}
        <TextArea
          label="Reason"
          optional
          hint="Other owners and auditors can read this."
          maxLength={1_000}
          rows={2}
          {...form.text('reason', reason, setReason)}
        />
      </Form>
    </Dialog>
  )
}
