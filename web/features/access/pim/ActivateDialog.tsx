import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { listPastActivations } from '../../../api/pimQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { getPimRoleEligibility } from '../../../api/queries.ts'
import { confirmIdentity, isStepUpNeeded } from '../../../api/stepUp.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { durationLabel, reasonField } from '../../../shared/formLabels.ts'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { joinLines } from '../assignments/labels.ts'
import { DurationField } from './DurationField.tsx'
import { activateLabels, describeActivation, describeMinutes, submitLabel } from './labels.ts'
import { StartTimeField } from './StartTimeField.tsx'
import { TicketField } from './TicketField.tsx'
import type { PrivilegedRole, RoleAccount } from './types.ts'

const defaultMinutes = 60
const minLength = 10

interface ActivateDialogProps {
  account: RoleAccount
  role: PrivilegedRole
  onOpenChange: (open: boolean) => void
}

export function ActivateDialog({ account, role: listedRole, onOpenChange }: ActivateDialogProps) {
  // The list of all accounts omits the rules of each role, so this dialog fetches them.
  const rules = useQuery({ ...getPimRoleEligibility(account.id), enabled: listedRole.maxMinutes === null })
  const role = rules.data?.items.find((each) => each.roleDefinitionId === listedRole.roleDefinitionId) ?? listedRole
  const activate = useCall('createPimAssignment', ['privilegedRole', 'approval'], ({ body }) => ({
    what: activateLabels.action(role.name, account.name, describeMinutes(body.durationMinutes), body.startsAt),
  }))
  const max = role.maxMinutes
  const [chosenMinutes, setChosenMinutes] = useState(defaultMinutes)
  const minutes = Math.min(chosenMinutes, max ?? chosenMinutes)
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useState('')
  const [startsAtText, setStartsAtText] = useState('')
  const last = useQuery(listPastActivations()).data?.items[0]?.justification
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const ticketProblem = role.requires.ticket ? problemOfTicket(ticket.trim()) : undefined
  const form = useForm(activate, { justification: reasonProblem, ticket: ticketProblem }, async () => {
    const body = {
      roleDefinitionId: role.roleDefinitionId,
      durationMinutes: minutes,
      justification: reason.trim(),
      ...(startsAtText ? { startsAt: new Date(startsAtText).toISOString() } : {}),
      ...(role.requires.ticket ? { ticket: { number: ticket.trim() } } : {}),
    }
    const sent = activate.mutateAsync({ params: { id: account.id }, body })
    // The hint beside the button already said that the sign-in comes next.
    sent.catch((error: unknown) => role.requires.mfa && isStepUpNeeded(error) && confirmIdentity())
    const activation = describeActivation(await sent)
    toast.ok(activation.title, { description: activation.description })
    onOpenChange(false)
  })
  const title = activateLabels.activateRole(role.name)
  if (max === null && !rules.isPending)
    return (
      <Dialog open onOpenChange={onOpenChange} title={title}>
        <FormProblem problem={problemOf(rules.error ?? new Error('We couldn’t load the role’s rules from Azure.'))} />
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      description={`${joinLines(role.allowedActions) || role.name}, in ${account.name}. Your entries are recorded in the audit trail and in Azure.`}
      action={submitLabel({ approval: role.requires.approval, later: startsAtText !== '' })}
      aside={<StepUpHint needed={role.requires.mfa && !activate.error} />}
      disabledReason={max === null ? activateLabels.loadingRules : undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {max === null ? (
        <SkeletonText lines={8} />
      ) : (
        <>
          {role.requires.approval && (
            <Banner tone="info" title={role.approvers.length > 0 ? activateLabels.approvers(role.approvers) : 'Needs approval'}>
              Approvers have 1 day to decide. The duration counts from activation.
            </Banner>
          )}
          <div>
            <TextArea
              label={reasonField.label}
              hint="Describe what you’re going to do."
              maxLength={500}
              {...form.text('justification', reason, setReason)}
            />
            {last && reason === '' && (
              <Button size="sm" variant="quiet" icon={History} className="-ml-2 max-w-full" onClick={() => setReason(last)}>
                <span className="truncate">Use last reason: “{last}”</span>
              </Button>
            )}
          </div>
          {role.requires.ticket && (
            <TicketField
              accountId={account.id}
              roleDefinitionId={role.roleDefinitionId}
              value={ticket}
              onChange={setTicket}
              later={startsAtText !== ''}
              error={form.errorOf('ticket')}
            />
          )}
          <DurationField
            label={durationLabel}
            value={minutes}
            onChange={setChosenMinutes}
            max={max}
            error={form.errorOf('durationMinutes')}
          />
          <StartTimeField
            value={startsAtText}
            onChange={setStartsAtText}
            approval={role.requires.approval}
            error={form.errorOf('startsAt')}
          />
        </>
      )}
    </FormDialog>
  )
}

function problemOfTicket(number: string): string | undefined {
  if (number === '') return activateLabels.noTicket
  return /^[A-Za-z0-9-]{3,40}$/.test(number) ? undefined : activateLabels.wrongTicket
}
