import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { NumberField } from '../../../ui/NumberField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Setting } from './types.ts'

export function SimpleSetting({ setting }: { setting: Setting }) {
  const send = useCall('updateSetting', ['setting'])
  const { name, value, version } = setting
  const [draft, setDraft] = useState<string | number | null>(typeof value === 'number' ? value : String(value))
  const next = typeof draft === 'string' ? draft.trim() : draft
  const form = useForm(send, { value: next === null ? uiLabels.enterNumber('whole', undefined, undefined) : undefined }, async () => {
    const body = { value: next as string | number }
    await send.mutateAsync({ params: { name }, body, headers: ifMatch(version) })
    toast.ok('Saved')
  })
  // The label is hidden, because the panel has the same title.
  const shared = { label: setting.title, hideLabel: true, hint: setting.description }
  return (
    <Form onSubmit={form.submit} className="space-y-3">
      <FormProblem problem={form.problem} />
      {typeof draft === 'string' ? (
        <TextField {...shared} {...form.text('value', draft, setDraft)} />
      ) : (
        <NumberField {...shared} {...form.field('value', draft, setDraft)} />
      )}
      <Button
        type="submit"
        loading={form.busy}
        disabledReason={reasonOf(setting, 'change') ?? (next === value ? 'There are no changes to save.' : undefined)}
      >
        Save
      </Button>
    </Form>
  )
}
