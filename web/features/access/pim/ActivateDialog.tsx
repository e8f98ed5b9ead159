import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useId, useState } from 'react'
import { listPastActivations } from '../../../api/pimQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { getPimRoleEligibility } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { inOneLine } from '../assignments/words.ts'
import { DurationField } from './DurationField.tsx'
import { TicketField } from './TicketField.tsx'
import type { Activation, PrivilegedRole, RolePlace } from './types.ts'
import { WhenField } from './WhenField.tsx'
import { minutesInWords } from './words.ts'

const usual = 60
const shortest = 10

interface ActivateDialogProps {
  account: RolePlace
  role: PrivilegedRole
  onOpenChange: (open: boolean) => void
}

export function ActivateDialog({ account, role: shown, onOpenChange }: ActivateDialogProps) {
  // Lists of many roles come without their policies, so the policy is read here.
  const rules = useQuery({ ...getPimRoleEligibility(account.id), enabled: shown.maxMinutes === null })
  const role = rules.data?.items.find((each) => each.roleDefinitionId === shown.roleDefinitionId) ?? shown
  const form = useId()
  const take = useCall('createPimAssignment', ['privilegedRole', 'approval'])
  const title = `Activate ${role.name}`
  if (role.maxMinutes === null) {
    return (
      <Dialog open onOpenChange={onOpenChange} title={title}>
        {rules.isPending ? (
          <SkeletonText lines={4} />
        ) : (
          <FormProblem problem={problemOf(rules.error ?? new Error('Azure does not say its rules.'))} />
        )}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={title}
      description={`${inOneLine(role.lets) || role.name}, in ${account.name}. What you say here is kept in the audit and in Azure.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={take.isPending}>
            {role.requires.approval ? 'Ask for it' : 'Activate'}
          </Button>
        </>
      }
    >
      <Terms id={form} account={account} role={role} most={role.maxMinutes} take={take} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface TermsProps {
  id: string
  account: RolePlace
  role: PrivilegedRole
  most: number
  take: ReturnType<typeof useCall<'createPimAssignment'>>
  onDone: () => void
}

function Terms({ id, account, role, most, take, onDone }: TermsProps) {
  const [minutes, setMinutes] = useState(Math.min(usual, most))
  const [why, setWhy] = useState('')
  const [ticket, setTicket] = useState('')
  const [begins, setBegins] = useState('')
  const last = useQuery(listPastActivations()).data?.items[0]?.justification
  const short = why.trim().length < shortest ? `Say what you are about to do: at least ${shortest} characters.` : undefined
  const noTicket = role.requires.ticket && ticket.trim() === '' ? 'Give the number of the ticket, such as CHG0031245.' : undefined
  const form = useForm(take, { justification: short, ticket: noTicket }, async () => {
    const body = {
      roleDefinitionId: role.roleDefinitionId,
      durationMinutes: minutes,
      justification: why.trim(),
      ...(begins ? { startsAt: new Date(begins).toISOString() } : {}),
      ...(role.requires.ticket ? { ticket: { number: ticket.trim() } } : {}),
    }
    tell(await take.mutateAsync({ params: { id: account.id }, body }))
    onDone()
  })
  return (
    <Form id={id} onSubmit={form.submit} className="space-y-4">
      <FormProblem problem={form.problem} />
      {role.requires.approval && (
        <Banner tone="info" title={role.approvers.length > 0 ? `${role.approvers.join(' or ')} decides` : 'It has to be approved'}>
          They have a day. Your time counts from when you have it.
        </Banner>
      )}
      <div>
        <TextArea
          label="What are you about to do?"
          name="justification"
          maxLength={500}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
          error={form.errorOf('justification')}
        />
        {last && why === '' && (
          <Button size="sm" variant="quiet" icon={History} className="-ml-2 max-w-full" onClick={() => setWhy(last)}>
            <span className="truncate">As last time: “{last}”</span>
          </Button>
        )}
      </div>
      {role.requires.ticket && (
        <TicketField
          accountId={account.id}
          roleDefinitionId={role.roleDefinitionId}
          value={ticket}
          onChange={setTicket}
          later={begins !== ''}
          error={form.errorOf('ticket')}
        />
      )}
      <DurationField label="For how long?" value={minutes} onChange={setMinutes} most={most} error={form.errorOf('durationMinutes')} />
      <WhenField value={begins} onChange={setBegins} approval={role.requires.approval} error={form.errorOf('startsAt')} />
    </Form>
  )
}

function tell({ status, role, minutes, startsAt, account }: Activation): void {
  if (status === 'active')
    toast.ok(`${role} is yours for ${minutesInWords(minutes)}`, {
      description: 'It can take a minute or two until Azure lets you use it everywhere.',
    })
  else if (status === 'scheduled') toast.ok(`${role} begins ${formatDateTime(startsAt ?? '')}`, { description: `In ${account.name}.` })
  else
    toast.ok(`${role} is asked for`, {
      description:
        status === 'pending_approval'
          ? 'It waits for its approval, a day at most; you are told.'
          : 'Azure is still at it; it appears when you have it.',
    })
}
