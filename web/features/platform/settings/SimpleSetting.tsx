import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Form } from '../../../ui/Form.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { SaveSetting } from './SaveSetting.tsx'
import type { Setting } from './types.ts'

export function SimpleSetting({ setting }: { setting: Setting }) {
  const send = useCall('updateSetting', ['setting'])
  const { name, value, defaultValue, version } = setting
  const [draft, setDraft] = useState<string | number | null>(typeof value === 'number' ? value : String(value))
  const next = typeof draft === 'string' ? draft.trim() : (draft ?? (defaultValue as number))
  const form = useForm(send, {}, async () => {
    await send.mutateAsync({ params: { name }, body: { value: next }, headers: ifMatch(version) })
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
        <NumberField {...shared} defaultValue={defaultValue as number} {...form.field('value', draft, setDraft)} />
      )}
      <SaveSetting deniedReason={reasonOf(setting, 'change')} busy={form.busy} isUnchanged={next === value} />
    </Form>
  )
}
