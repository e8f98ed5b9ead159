import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
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
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Never' },
]

/** Keeps the value in component state only, so that closing the dialog drops it. */
export function SetSecretDialog({
  account,
  vault,
  name: given,
  onClose,
}: {
  account: { id: string; name: string }
  vault: string
  name?: string
  onClose: () => void
}) {
  const form = useId()
  const { send, pending, problem } = useSetSecret()
  const [name, setName] = useState(given ?? '')
  const [value, setValue] = useState('')
  const [contentType, setContentType] = useState('')
  const [life, setLife] = useState('365')
  const [lastDay, setLastDay] = useState('')
  const [tried, setTried] = useState(false)
  const noDay = life === 'date' && lastDay === '' ? 'Choose the last day.' : undefined
  const isTaken = problem?.code === 'conflict'

  const submit = async (recover: boolean) => {
    setTried(true)
    if (nameProblem(name) || valueProblem(value) || noDay || pending) return
    const made = await send({
      accountId: account.id,
      vaultName: vault,
      name,
      value,
      ...(contentType.trim() === '' ? {} : { contentType: contentType.trim() }),
      ...endOf(life, lastDay),
      ...(recover ? { recover } : {}),
    })
    if (!made) return
    toast.ok(given || made.recovered ? `New version of ${made.name} set` : `${made.name} set`, {
      ...(made.recovered ? { description: secretLabels.restored } : {}),
    })
    onClose()
  }
  const onSubmit = () => {
    void submit(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={given ? `New version of ${given}` : secretLabels.set}
      description={
        given
          ? `Applications that read the latest version get this value. Older versions stay in the vault ${vault}.`
          : `In the vault ${vault} of ${account.name}.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={pending}>
            {given ? secretLabels.setVersion : secretLabels.set}
          </Button>
        </>
      }
    >
      <Form id={form} autoComplete="off" onSubmit={onSubmit} className="space-y-4">
        {isTaken ? (
          <Banner
            tone="warn"
            title={secretLabels.nameTaken}
            action={
              <Button size="sm" icon={Undo2} loading={pending} onClick={() => void submit(true)}>
                {secretLabels.restore}
              </Button>
            }
          >
            Restore it with its older versions and your value as the new one, or choose another name.
          </Banner>
        ) : (
          <FormProblem problem={problem} />
        )}
        {given === undefined && (
          <TextField
            label="Name"
            name="name"
            mono
            placeholder="payment-gateway-key"
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={(tried ? nameProblem(name) : undefined) ?? fieldError(problem, 'name')}
          />
        )}
        <SecretField value={value} onChange={setValue} error={(tried ? valueProblem(value) : undefined) ?? fieldError(problem, 'value')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label="Expires"
            name="expiresOn"
            options={lives}
            value={life}
            onChange={setLife}
            error={life === 'date' ? undefined : fieldError(problem, 'expiresOn')}
          />
          {life === 'date' ? (
            <TextField
              label="Last day"
              type="date"
              value={lastDay}
              onChange={(event) => setLastDay(event.target.value)}
              error={(tried ? noDay : undefined) ?? fieldError(problem, 'expiresOn')}
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
      </Form>
    </Dialog>
  )
}

function endOf(life: string, lastDay: string): { expiresOn?: string } {
  if (life === 'never') return {}
  const end = life === 'date' ? new Date(`${lastDay}T23:59:59`) : new Date(Date.now() + Number(life) * day)
  return { expiresOn: end.toISOString() }
}
