import { useState } from 'react'
import type { CallInput, CallResult } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { accountFieldLabels } from '../../../shared/accountFieldLabels.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { BulkResult } from './BulkResult.tsx'
import { bulkLabels } from './labels.ts'

const kinds = [
  { value: 'costCentre', label: 'Change cost centre' },
  { value: 'setTag', label: 'Set tag' },
  { value: 'removeTag', label: 'Remove tag' },
  { value: 'addOwner', label: 'Add owner' },
]
type Change = CallInput<'bulkUpdateAccounts'>['body']['change']

export function BulkDialog({
  ids,
  onChanged,
  onOpenChange,
}: {
  ids: readonly string[]
  onChanged: () => void
  onOpenChange: (open: boolean) => void
}) {
  const preview = useCall('bulkUpdateAccounts', [])
  const apply = useCall('bulkUpdateAccounts', ['account'])
  const [kind, setKind] = useState('costCentre')
  const [text, setText] = useState('')
  const [value, setValue] = useState('')
  const [owners, setOwners] = useState<Person[]>([])
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const [plan, setPlan] = useState<CallResult<'bulkUpdateAccounts'>>()
  const [result, setResult] = useState<CallResult<'bulkUpdateAccounts'>>()
  const error = preview.error ?? apply.error
  const problem = error ? problemOf(error) : undefined
  const missing =
    kind === 'addOwner'
      ? owners.length === 1
        ? undefined
        : 'Choose a person.'
      : text.trim() === ''
        ? kind === 'costCentre'
          ? 'Enter a cost centre.'
          : 'Enter a tag name.'
        : undefined
  const errorsOf = (field: string) =>
    (hasSubmitted ? missing : undefined) ?? fieldError(problem, `change.${field}`) ?? fieldError(problem, 'change')

  const change = (): Change => {
    if (kind === 'costCentre') return { costCentre: text.trim() }
    if (kind === 'setTag') return { setTags: { [text.trim()]: value.trim() } }
    if (kind === 'removeTag') return { removeTags: [text.trim()] }
    return { addOwnerId: owners[0]?.id ?? '' }
  }
  const send = async () => {
    setHasSubmitted(true)
    if (missing || preview.isPending || apply.isPending) return
    const body = { ids: [...ids], change: change() }
    try {
      if (!plan) setPlan(await preview.mutateAsync({ body: { ...body, dryRun: true } }))
      else {
        const completed = await apply.mutateAsync({ body })
        setResult(completed)
        onChanged()
        if (completed.counts.changed > 0) toast.ok(`${count(completed.counts.changed, 'account')} changed`)
      }
    } catch {
      // The dialog shows the error.
    }
  }
  const edit =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      set(next)
      setPlan(undefined)
      preview.reset()
      apply.reset()
    }
  const readyCount = plan?.counts.changed ?? 0
  if (result)
    return (
      <Dialog
        open
        onOpenChange={onOpenChange}
        title={bulkLabels.confirm(ids.length)}
        footer={
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {bulkLabels.done}
          </Button>
        }
      >
        <BulkResult result={result} />
      </Dialog>
    )
  return (
    <FormDialog
      title={bulkLabels.confirm(ids.length)}
      action={plan ? bulkLabels.confirm(readyCount) : bulkLabels.check}
      disabledReason={plan && readyCount === 0 ? 'This change can’t be made to any selected account' : undefined}
      className="space-y-5"
      form={{ submit: send, busy: preview.isPending || apply.isPending, problem }}
      onClose={() => onOpenChange(false)}
    >
      <Select
        label="Change"
        value={kind}
        onChange={edit((next: string) => {
          setKind(next)
          setText('')
          setHasSubmitted(false)
        })}
        options={kinds}
      />
      {kind === 'addOwner' ? (
        <PersonPicker
          label="New owner"
          name="change.addOwnerId"
          hint="Existing owners stay. Owners who have left the company are removed."
          value={owners}
          onChange={edit((next: Person[]) => setOwners(next.slice(-1)))}
          error={errorsOf('addOwnerId')}
        />
      ) : (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label={kind === 'costCentre' ? accountFieldLabels.costCentre : 'Tag'}
            name={kind}
            maxLength={kind === 'costCentre' ? 32 : 512}
            spellCheck={false}
            value={text}
            onChange={(event) => edit(setText)(event.target.value)}
            error={errorsOf(kind === 'costCentre' ? 'costCentre' : kind === 'setTag' ? 'setTags' : 'removeTags')}
          />
          {kind === 'setTag' && (
            <TextField
              label="Value"
              name="value"
              maxLength={256}
              spellCheck={false}
              value={value}
              onChange={(event) => edit(setValue)(event.target.value)}
            />
          )}
        </div>
      )}
      {plan && <BulkResult result={plan} />}
    </FormDialog>
  )
}
