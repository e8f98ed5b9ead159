import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { useCall } from '../../api/useCall.ts'
import { FormProblem } from '../../shared/FormProblem.tsx'
import { fieldError } from '../../shared/fieldError.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { Account, PrivilegedRole } from './types.ts'
import { inOneLine, minutesInWords, upTo } from './words.ts'

const choices = [30, 60, 120, 240, 480, 1_440]
const usual = 60
const shortest = 10
const said = {
  Provisioned: 'It can take a minute or two until Azure lets you use it everywhere.',
  PendingProvisioning: 'Azure is still at it; it appears here when you have it.',
  PendingApproval: 'Azure’s approvers have to agree first; it appears here when they have.',
}

interface ActivateDialogProps {
  account: Account
  role: PrivilegedRole
  onOpenChange: (open: boolean) => void
}

/** Takes a privileged role for a while: how long, why, and the ticket where the role wants one. */
export function ActivateDialog({ account, role, onOpenChange }: ActivateDialogProps) {
  const form = useId()
  const take = useCall('createPimAssignment', ['privilegedRole'])
  const minutes = upTo(choices, role.maxMinutes)
  const [duration, setDuration] = useState(String(minutes.includes(usual) ? usual : minutes[0]))
  const [why, setWhy] = useState('')
  const [ticket, setTicket] = useState('')
  const [tried, setTried] = useState(false)
  const problem = take.error ? problemOf(take.error) : undefined
  const short = why.trim().length < shortest ? `Say what you are about to do: at least ${shortest} characters.` : undefined
  const noTicket = role.requires.ticket && ticket.trim() === '' ? 'Give the number of the ticket, such as CHG0031245.' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short || noTicket || take.isPending) return
    const body = {
      roleDefinitionId: role.roleDefinitionId,
      durationMinutes: Number(duration),
      justification: why.trim(),
      ...(role.requires.ticket ? { ticket: { number: ticket.trim() } } : {}),
    }
    try {
      const taken = await take.mutateAsync({ params: { id: account.id }, body })
      const title =
        taken.status === 'Provisioned' ? `${role.name} is yours for ${minutesInWords(Number(duration))}` : `${role.name} is asked for`
      toast.ok(title, { description: said[taken.status] })
    } catch {
      return // shown in the dialog
    }
    onOpenChange(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Activate ${role.name}`}
      description={`${inOneLine(role.lets) || role.name}, in ${account.name}. What you say here is kept in the audit and in Azure.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={take.isPending}>
            Activate
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <FormProblem problem={problem} />
        <TextArea
          label="What are you about to do?"
          name="justification"
          maxLength={500}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
          error={(tried ? short : undefined) ?? fieldError(problem, 'justification')}
        />
        <Select
          label="For how long?"
          name="durationMinutes"
          className="sm:w-64"
          options={minutes.map((each) => ({ value: String(each), label: minutesInWords(each) }))}
          value={duration}
          onChange={setDuration}
          error={fieldError(problem, 'durationMinutes')}
        />
        {role.requires.ticket && (
          <TextField
            label="Ticket"
            name="ticket"
            hint="The change or incident it is for."
            className="sm:w-64"
            mono
            value={ticket}
            onChange={(event) => setTicket(event.target.value)}
            error={(tried ? noTicket : undefined) ?? fieldError(problem, 'ticket')}
          />
        )}
      </form>
    </Dialog>
  )
}
