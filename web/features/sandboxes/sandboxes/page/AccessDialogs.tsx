import { useState } from 'react'
import { problemOf } from '../../../../api/problem.ts'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { TextField } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../../access/assignments/days.ts'
import { groupWord } from './stays.ts'
import type { MemberAccess } from './types.ts'

interface AccessDialogProps {
  access: MemberAccess
  own: boolean
  onOpenChange: (open: boolean) => void
}

export function ChangeEndDialog({ access, own, onOpenChange }: AccessDialogProps) {
  const { id, version, person, endsAt, latestEnd, sandbox } = access
  const send = useCall('updateSandboxAccess', ['sandbox', 'groupAssignment'])
  const latest = latestEnd ?? sandbox.end
  const [day, setDay] = useState(dayOf(endsAt ?? latest))
  const [forGood, setForGood] = useState(endsAt === null)
  const form = useForm(send, {}, async () => {
    if (!forGood && day === '') return
    await send.mutateAsync({ params: { id }, body: { endsAt: forGood ? null : endOfDay(day, latest) }, headers: ifMatch(version) })
    toast.ok('The end is changed')
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="sm"
      title="Change the end"
      description={`Until when ${own ? 'you are' : `${person.displayName} is`} in ${sandbox.name}.`}
      action="Change the end"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField
        label="Last day"
        name="endsAt"
        type="date"
        hint={latest ? `${formatDateTime(latest)} at the latest.` : undefined}
        min={dayOf(new Date().toISOString())}
        max={latest ? dayOf(latest) : undefined}
        value={forGood ? '' : day}
        disabled={forGood}
        onChange={(event) => setDay(event.target.value)}
        error={form.errorOf('endsAt')}
      />
      {latestEnd === null && (
        <Checkbox label="As long as it lives" name="forGood" checked={forGood} onChange={(event) => setForGood(event.target.checked)} />
      )}
    </FormDialog>
  )
}

export function EndDialog({ access: { id, version, person, group, sandbox }, own, onOpenChange }: AccessDialogProps) {
  const end = useCall('revokeSandboxAccess', ['sandbox', 'groupAssignment'])
  const confirm = async () => {
    const ended = await end.mutateAsync({ params: { id }, headers: ifMatch(version) }).catch((error: unknown) => {
      throw new Error(problemOf(error).message)
    })
    if (ended.status === 'revoking')
      toast.ok('It is being ended', { description: 'The directory needs a moment longer; nobody has to wait.' })
    else toast.ok(own ? `You have left ${sandbox.name}` : `${person.displayName} is out of ${sandbox.name}`)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={own ? `Leave ${sandbox.name}?` : `Take ${person.displayName} out?`}
      confirmLabel={own ? 'Leave' : 'Take out'}
      onConfirm={confirm}
    >
      <p>
        What {own ? 'you' : 'they'} may do as {groupWord(group.suffix).toLocaleLowerCase()} ends at once. What {own ? 'you' : 'they'} made
        in it stays.
      </p>
      <p>{own ? 'You can ask to be let in again.' : 'They are told, and can ask to be let in again.'}</p>
    </ConfirmDialog>
  )
}
