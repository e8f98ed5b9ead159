import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { type Draft, GenerateFields, missingIn, newKeyOf } from './GenerateFields.tsx'
import type { Scope } from './types.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function RegisterDialog({ me, scopes, onClose }: { me: Person; scopes: readonly Scope[]; onClose: () => void }) {
  const register = useCall('registerApplication', ['apiKey'])
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: [], accounts: [], owner: [me], days: 90 })
  const [clientId, setClientId] = useState('')
  const errors = {
    ...missingIn(draft),
    clientId: uuid.test(clientId.trim()) ? undefined : 'Enter the application (client) ID, such as 7c5e0b1d-93a4-4e6f-8d27-b0f4a1c86e35.',
  }
  const form = useForm(register, errors, async () => {
    await register.mutateAsync({ body: { ...newKeyOf(draft, me), clientId: clientId.trim() } })
    toast.ok('Application registered')
    onClose()
  })
  return (
    <FormDialog
      title="Register application"
      description="Programs with an identity in the directory sign in with their own tokens and need no key."
      action="Register application"
      className="space-y-5"
      aside={<StepUpHint needed={!form.problem} />}
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Client ID"
        hint="In the directory: App registrations > Application (client) ID."
        maxLength={36}
        {...form.text('clientId', clientId, setClientId)}
      />
      <GenerateFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} scopes={scopes} errorOf={form.errorOf} />
    </FormDialog>
  )
}
