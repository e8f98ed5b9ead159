import { Layers, Waves } from 'lucide-react'
import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { changedFields } from '../../../shared/changedFields.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { SpanField } from '../../../shared/SpanField.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { SandboxHost } from '../sandboxes/types.ts'
import { hostLabels } from './templateLabels.ts'

const kinds = [
  { value: 'shared', label: 'Shared', hint: 'Many sandboxes, each in a resource group.', icon: Layers },
  { value: 'pool', label: 'Pool', hint: 'One sandbox at a time.', icon: Waves },
]
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function HostDialog({ host, onOpenChange }: { host: SandboxHost | undefined; onOpenChange: (open: boolean) => void }) {
  const create = useCall('createSandboxHost', ['sandboxHost', 'sandboxTemplate', 'sandbox'])
  const update = useCall('updateSandboxHost', ['sandboxHost', 'sandboxTemplate', 'sandbox'])
  const [name, setName] = useState(host?.name ?? '')
  const [subscriptionId, setSubscriptionId] = useState(host?.subscriptionId ?? '')
  const [kind, setKind] = useState<SandboxHost['kind']>(host?.kind ?? 'shared')
  const [capacity, setCapacity] = useState<number | null>(host?.capacity ?? 20)
  const [cooldownHours, setCooldownHours] = useState<number | null>(host?.cooldownHours ?? 48)
  const [note, setNote] = useState(host?.note ?? '')
  const errors = {
    name: name.trim() || !host ? undefined : 'Enter a name.',
    subscriptionId: uuid.test(subscriptionId.trim()) ? undefined : 'Enter the subscription ID from the Azure portal.',
    cooldownHours: cooldownHours === null ? 'Enter a duration, or 0 for no cooling-off period.' : undefined,
    capacity: kind === 'pool' || (capacity !== null && capacity >= 1 && capacity <= 980) ? undefined : 'Enter a number from 1 to 980.',
  }
  const form = useForm(host ? update : create, errors, async () => {
    const body = { capacity: kind === 'pool' ? 1 : (capacity ?? 1), cooldownHours: cooldownHours ?? 0, note: note.trim() }
    if (host) {
      const { capacity, cooldownHours, note } = host
      const changes = changedFields({ name: host.name, capacity, cooldownHours, note }, { name: name.trim(), ...body })
      if (Object.keys(changes).length > 0)
        await update.mutateAsync({ params: { id: host.id }, body: changes, headers: ifMatch(host.version) })
    } else
      await create.mutateAsync({
        body: { ...body, ...(name.trim() && { name: name.trim() }), kind, subscriptionId: subscriptionId.trim().toLowerCase() },
      })
    toast.ok(host ? `${name.trim()} updated` : 'Host added')
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={host ? `Edit ${host.name}` : hostLabels.add}
      description={
        host ? undefined : 'Use a subscription without an account; for the pool, it must also be empty. Slipway checks this in Azure first.'
      }
      action={host ? 'Save changes' : hostLabels.add}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {!host && (
        <>
          <RadioCards label="Kind" name="kind" options={kinds} value={kind} onChange={(value) => setKind(value as SandboxHost['kind'])} />
          <TextField
            label={hostLabels.subscription}
            mono
            spellCheck={false}
            {...form.text('subscriptionId', subscriptionId, setSubscriptionId)}
          />
        </>
      )}
      <TextField
        label="Name"
        optional={!host}
        hint={host ? undefined : 'Leave empty to use the name from Azure.'}
        maxLength={64}
        spellCheck={false}
        {...form.text('name', name, setName)}
      />
      {kind === 'shared' && (
        <NumberField
          label="Capacity"
          hint="Azure allows 980 resource groups per subscription."
          suffix="sandboxes"
          min={1}
          max={980}
          {...form.field('capacity', capacity, setCapacity)}
        />
      )}
      {kind === 'pool' && (
        <SpanField
          label="Cooling-off period"
          hint="Time for Azure to release names and deleted resources."
          min={0}
          max={720}
          {...form.field('cooldownHours', cooldownHours, setCooldownHours)}
        />
      )}
      <TextArea
        label="Note"
        name="note"
        optional
        maxLength={1000}
        rows={2}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
