import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Form } from '../../../ui/Form.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { SaveSetting } from './SaveSetting.tsx'
import type { Setting } from './types.ts'
import { useSettingDraft } from './useSettingDraft.ts'

export function SimpleSetting({ setting }: { setting: Setting }) {
  const defaultValue = setting.defaultValue as number
  const { draft, setDraft, isUnchanged, send, save } = useSettingDraft(
    setting,
    (value) => (typeof value === 'number' ? value : String(value)) as string | number | null,
    (draft) => (typeof draft === 'string' ? draft.trim() : (draft ?? defaultValue)),
  )
  const form = useForm(send, {}, save)
  // The label is hidden, because the panel has the same title.
  const shared = { label: setting.title, hideLabel: true, hint: setting.description }
  return (
    <Form onSubmit={form.submit} className="space-y-3">
      <FormProblem problem={form.problem} />
      {typeof draft === 'string' ? (
        <TextField {...shared} {...form.text('value', draft, setDraft)} />
      ) : (
        <NumberField {...shared} defaultValue={defaultValue} {...form.field('value', draft, setDraft)} />
      )}
      <SaveSetting deniedReason={reasonOf(setting, 'change')} busy={form.busy} isUnchanged={isUnchanged} />
    </Form>
  )
}
