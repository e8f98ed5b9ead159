import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { secretLabels } from './labels.ts'
import { SecretField } from './SecretField.tsx'
import { nameProblem, valueProblem } from './secretLabels.ts'
import { useSetSecret } from './useSetSecret.ts'

const day = 86_400_000
const lives = [
  { value: '90', label: 'In 90 days' },
  { value: '180', label: 'In 180 days' },
  { value: '365', label: 'In 365 days' },
  { value: 'date', label: 'On a specific date' },
  { value: 'never', label: 'Never' },
]

/** The value is only in the state of this component, so that closing the dialog removes it. */
export function SetSecretDialog({
  account,
  vault,
  name: suppliedName,
  onClose,
}: {
  account: { id: string; name: string }
  vault: string
  name?: string
  onClose: () => void
}) {
  const { send, pending, problem } = useSetSecret()
  const [name, setName] = useState(suppliedName ?? '')
  const [value, setValue] = useState('')
  const [contentType, setContentType] = useState('')
  const [validity, setValidity] = useState('365')
  const [lastDay, setLastDay] = useState('')
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const dayProblem = validity === 'date' && lastDay === '' ? 'Choose the last day.' : undefined
  const isTaken = problem?.code === 'conflict'

  const submit = async (recover: boolean) => {
    setHasSubmitted(true)
    if (nameProblem(name) || valueProblem(value) || dayProblem || pending) return
    const created = await send({
      accountId: account.id,
      vaultName: vault,
      name,
      value,
      ...(contentType.trim() === '' ? {} : { contentType: contentType.trim() }),
      ...endOf(validity, lastDay),
      ...(recover ? { recover } : {}),
    })
    if (!created) return
    toast.ok(suppliedName || created.recovered ? `New version of ${created.name} set` : `${created.name} set`, {
      ...(created.recovered ? { description: secretLabels.restored } : {}),
    })
    onClose()
  }
  return (
    <FormDialog
      title={suppliedName ? `New version of ${suppliedName}` : secretLabels.set}
      description={
        suppliedName
          ? `Applications that read the latest version get this value. Older versions stay in the vault ${vault}.`
          : `The secret is stored in the vault ${vault} of ${account.name}.`
      }
      action={suppliedName ? secretLabels.setVersion : secretLabels.set}
      form={{ submit: () => submit(false), busy: pending, problem: isTaken ? undefined : problem }}
      onClose={onClose}
    >
      {isTaken && (
        <Banner
          tone="warn"
          title={secretLabels.nameTaken}
          action={
            <Button size="sm" icon={Undo2} loading={pending} onClick={() => void submit(true)}>
              {secretLabels.restore}
            </Button>
          }
        >
          Restore the secret with its older versions and your value as the new version, or choose another name.
        </Banner>
      )}
      {suppliedName === undefined && (
        <TextField
          label={secretLabels.name}
          name="name"
          mono
          placeholder="payment-gateway-key"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={(hasSubmitted ? nameProblem(name) : undefined) ?? fieldError(problem, 'name')}
        />
      )}
      <SecretField
        value={value}
        onChange={setValue}
        error={(hasSubmitted ? valueProblem(value) : undefined) ?? fieldError(problem, 'value')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Expires"
          name="expiresOn"
          options={lives}
          value={validity}
          onChange={setValidity}
          error={validity === 'date' ? undefined : fieldError(problem, 'expiresOn')}
        />
        {validity === 'date' ? (
          <TextField
            label="Last day"
            type="date"
            value={lastDay}
            onChange={(event) => setLastDay(event.target.value)}
            error={(hasSubmitted ? dayProblem : undefined) ?? fieldError(problem, 'expiresOn')}
          />
        ) : (
          <TextField
            label="Content type"
            name="contentType"
            optional
            placeholder="text/plain"
            maxLength={255}
            value={contentType}
            onChange={(event) => setContentType(event.target.value)}
            error={fieldError(problem, 'contentType')}
          />
        )}
      </div>
    </FormDialog>
  )
}

function endOf(validity: string, lastDay: string): { expiresOn?: string } {
  if (validity === 'never') return {}
  const end = validity === 'date' ? new Date(`${lastDay}T23:59:59`) : new Date(Date.now() + Number(validity) * day)
  return { expiresOn: end.toISOString() }
}
