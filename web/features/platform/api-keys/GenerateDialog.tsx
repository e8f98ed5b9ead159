import { useState } from 'react'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { busyReason } from '../../../shared/formLabels.ts'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { type Draft, GenerateFields, missingIn, newKeyOf } from './GenerateFields.tsx'
import { apiKeyLabels } from './labels.ts'
import { NewKeyPanel } from './NewKeyPanel.tsx'
import type { NewApiKey, Scope } from './types.ts'
import { useGenerate } from './useGenerate.ts'

/** `pendingKey` is the input that the reader entered before a step-up sign-in. */
export function GenerateDialog({
  me,
  scopes,
  pendingKey,
  onClose,
}: {
  me: Person
  scopes: readonly Scope[]
  pendingKey: NewApiKey | undefined
  onClose: () => void
}) {
  const generate = useGenerate()
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: [], accounts: [], owner: [me], days: 90 })
  const [isStored, setIsStored] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const { data, isPending } = generate

  // Closing the dialog would lose the key permanently.
  const close = () => (data && !isStored ? setIsLeaving(true) : onClose())
  const form = useForm(generate, pendingKey ? {} : missingIn(draft), () => generate.mutateAsync(pendingKey ?? newKeyOf(draft, me)))
  if (data)
    return (
      <Dialog
        open
        onOpenChange={(next) => !next && close()}
        title={`Store the key ${data.name} now`}
        footer={
          <Button variant="primary" onClick={close}>
            {apiKeyLabels.done}
          </Button>
        }
      >
        <NewKeyPanel
          apiKey={data}
          stored={isStored}
          onStored={setIsStored}
          error={isLeaving && !isStored ? apiKeyLabels.notStored : undefined}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title={pendingKey ? apiKeyLabels.continueGenerating : 'Generate API key'}
      description={
        pendingKey
          ? 'You left to confirm your identity. No key has been generated yet.'
          : 'Keys are for programs. People sign in with their own account.'
      }
      action={apiKeyLabels.generate}
      className="space-y-5"
      aside={<StepUpHint needed={!form.problem} />}
      form={form}
      closeDisabledReason={isPending ? busyReason : undefined}
      onClose={close}
    >
      {pendingKey ? (
        <PrefilledKey key={pendingKey.name} apiKey={pendingKey} scopes={scopes} />
      ) : (
        <GenerateFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} scopes={scopes} errorOf={form.errorOf} />
      )}
    </FormDialog>
  )
}

function PrefilledKey({ apiKey, scopes }: { apiKey: NewApiKey; scopes: readonly Scope[] }) {
  const allowedScopes = apiKey.scopes.map((id) => scopes.find((scope) => scope.id === id)?.label ?? id)
  return (
    <KeyValues
      columns={1}
      items={[
        { label: apiKeyLabels.name, value: apiKey.name },
        { label: 'Permissions', value: allowedScopes.join('; ') },
        ...(apiKey.accountIds ? [{ label: apiKeyLabels.accounts, value: count(apiKey.accountIds.length, 'account') }] : []),
        { label: 'Expires after', value: count(apiKey.expiresInDays ?? 90, 'day') },
      ]}
    />
  )
}
