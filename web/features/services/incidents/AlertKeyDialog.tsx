import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '../../../api/client.ts'
import { getMe } from '../../../api/queries.ts'
import { call, refresh } from '../../../api/queryCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { busyReason } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { AssignmentGroupField, type Group } from './CmdbFields.tsx'
import { alertKeyLabels } from './labels.ts'
import { NewAlertKeyPanel } from './NewAlertKeyPanel.tsx'
import type { Account, AlertKey } from './types.ts'

const overlaps = [
  { value: '0', label: 'Immediately', hint: 'If the key has leaked' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 1 day' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
]

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
  const createKey = useCreateKey()
  const service = useQuery(getMe()).data?.segments.incidentService
  const [name, setName] = useState(replaces?.name ?? (taken.length === 0 ? 'alerts' : ''))
  const [overlap, setOverlap] = useState('24')
  const [group, setGroup] = useState<Group | null>(null)
  const [isStored, setIsStored] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const { data, isPending } = createKey
  const nameProblem = replaces
    ? undefined
    : name.trim() === ''
      ? 'Enter a name.'
      : taken.some((key) => key.status === 'current' && key.name.toLowerCase() === name.trim().toLowerCase())
        ? 'This name is in use. Replace that key, or choose another name.'
        : undefined

  // The server returns the key only once, so the person must confirm that it is stored.
  const close = () => (data && !isStored ? setIsLeaving(true) : onClose())
  const form = useForm(createKey, { name: nameProblem }, async () => {
    if (!service) return
    await createKey.mutateAsync({
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
        title={`Alert key ${data.name} created`}
        footer={
          <Button variant="primary" onClick={close}>
            {alertKeyLabels.done}
          </Button>
        }
      >
        <NewAlertKeyPanel
          alertKey={data}
          overlaps={overlap !== '0'}
          stored={isStored}
          onStored={setIsStored}
          error={isLeaving && !isStored ? alertKeyLabels.storeFirst : undefined}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title={replaces ? `Replace ${replaces.name}` : 'New alert key'}
      description={
        replaces
          ? 'Update your monitoring with the new URL before the old key stops working.'
          : `Monitoring tools use this key to report alerts for ${account.name}.`
      }
      action={replaces ? 'Replace key' : alertKeyLabels.create}
      form={form}
      closeDisabledReason={isPending ? busyReason : undefined}
      onClose={close}
    >
      {replaces ? (
        <Select label="Old key expires" className="sm:w-64" options={overlaps} {...form.field('overlapHours', overlap, setOverlap)} />
      ) : (
        <>
          <TextField
            label={alertKeyLabels.name}
            hint="Name the monitoring tool, such as azure-monitor."
            maxLength={60}
            {...form.text('name', name, setName)}
          />
          <AssignmentGroupField
            name="defaults"
            optional
            hint="Used for alerts that don’t name a group. Leave empty to use ServiceNow’s rules."
            value={group}
            onChange={setGroup}
            error={form.errorOf('defaults')}
          />
        </>
      )}
    </FormDialog>
  )
}

/**
 * The response isn’t cached, because it contains the key. A call whose response was lost isn’t repeated, because the server doesn’t keep
 * the key.
 */
function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (input: CallInput<'rotateAlertKey'>) => call('rotateAlertKey', input),
    onSuccess: () => void refresh(client, 'alert'),
  })
}
