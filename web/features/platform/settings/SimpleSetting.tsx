import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Setting } from './types.ts'

export function SimpleSetting({ setting }: { setting: Setting }) {
  const send = useCall('updateSetting', ['setting'])
  const { name, value, version } = setting
  const [text, setText] = useState(String(value))
  const isNumber = typeof value === 'number'
  const form = useForm(send, {}, async () => {
    const body = { value: isNumber ? Number(text) : text.trim() }
    await send.mutateAsync({ params: { name }, body, headers: ifMatch(version) })
    toast.ok('Saved')
  })
  return (
    <Form onSubmit={form.submit} className="space-y-3">
      <FormProblem problem={form.problem} />
      {/* The label is hidden, because the panel has the same title. */}
      <TextField
        label={setting.title}
        hideLabel
        name="value"
        hint={setting.description}
        inputMode={isNumber ? 'numeric' : undefined}
        value={text}
        error={form.errorOf('value')}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        type="submit"
        loading={form.busy}
        disabledReason={reasonOf(setting, 'change') ?? (text.trim() === String(value) ? 'There are no changes to save.' : undefined)}
      >
        Save
      </Button>
    </Form>
  )
}
