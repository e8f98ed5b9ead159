import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, refresh } from '../../../api/ask.ts'
import type { CallInput } from '../../../api/client.ts'
import { getMe } from '../../../api/queries.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { AlertKeyShown } from './AlertKeyShown.tsx'
import { AssignmentGroupField, type Group } from './CmdbFields.tsx'
import type { Account, AlertKey } from './types.ts'

const overlaps = [
  { value: '0', label: 'Not at all', hint: 'It has leaked: stop it now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '1 week' },
]

/** Creates or replaces an alert key and shows it once. */
export function AlertKeyDialog({
  account,
  taken,
  replaces,
  onClose,
}: {
  account: Account
  taken: readonly AlertKey[]
  replaces?: AlertKey
  onClose: () => void
}) {
  const make = useMakeKey()
  const service = useQuery(getMe()).data?.segments.incidentService
  const [name, setName] = useState(replaces?.name ?? (taken.length === 0 ? 'alerts' : ''))
  const [overlap, setOverlap] = useState('24')
  const [group, setGroup] = useState<Group | null>(null)
  const [stored, setStored] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { data, isPending } = make
  const badName = replaces
    ? undefined
    : name.trim() === ''
      ? 'Name it after what will report with it.'
      : taken.some((key) => key.status === 'current' && key.name.toLowerCase() === name.trim().toLowerCase())
        ? 'The account has a key of this name. Replace that one, or choose another name.'
        : undefined

  // Closing would lose the key permanently.
  const close = () => (data && !stored ? setLeaving(true) : isPending || onClose())
  const form = useForm(make, { name: badName }, async () => {
    if (!service) return
    await make.mutateAsync({
      params: { incidentService: service, accountId: account.id },
      body: {
        name: name.trim(),
        ...(replaces ? { overlapHours: Number(overlap) } : group ? { defaults: { assignmentGroup: group.name } } : {}),
      },
    })
  })
  if (data)
    return (
      <Dialog
        open
        size="lg"
        onOpenChange={(next) => !next && close()}
        title={`The key ${data.name} is made: store its address now`}
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <AlertKeyShown
          alertKey={data}
          overlaps={overlap !== '0'}
          stored={stored}
          onStored={setStored}
          error={leaving && !stored ? 'Once this closes the key is gone for good. Store it first, then tick this.' : undefined}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title={replaces ? `Replace the key ${replaces.name}` : 'New alert key'}
      description={
        replaces
          ? 'A new key takes its place. What reports with the old one has to be given the new address.'
          : `For what watches over ${account.name}.`
      }
      action={replaces ? 'Replace the key' : 'Make the key'}
      form={form}
      onClose={close}
    >
      {replaces ? (
        <Select
          label="How long does the old one go on working?"
          name="overlapHours"
          className="sm:w-64"
          options={overlaps}
          value={overlap}
          onChange={setOverlap}
          error={form.errorOf('overlapHours')}
        />
      ) : (
        <>
          <TextField
            label="Name"
            name="name"
            hint="After what will report with it: azure-monitor, alertmanager."
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={form.errorOf('name')}
          />
          <AssignmentGroupField
            name="defaults"
            optional
            hint="Who deals with alerts that name nobody. Left empty, ServiceNow’s own rules decide."
            value={group}
            onChange={setGroup}
            error={form.errorOf('defaults')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The response contains the key, so it isn’t cached after the dialog closes. */
function useMakeKey() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (input: CallInput<'rotateAlertKey'>) => call('rotateAlertKey', input),
    onSuccess: () => void refresh(client, 'alert'),
  })
}
