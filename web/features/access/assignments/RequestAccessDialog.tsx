import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkAccessRequest } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { stays, usualStay } from './stay.ts'
import type { AccessGroup, Account } from './types.ts'
import { forGood, type NamedGroup, shortestReason, whatItLets } from './words.ts'

interface RequestAccessDialogProps {
  account: Pick<Account, 'id' | 'name'>
  group: Pick<AccessGroup, 'id' | 'name' | 'maxDurationHours'> & NamedGroup
  /** The current end, if the request is for an extension. */
  until?: string | undefined
  onOpenChange: (open: boolean) => void
}

export function RequestAccessDialog({ account, group, until, onOpenChange }: RequestAccessDialogProps) {
  const send = useCall('createAccessRequest', ['account', 'accessRequest', 'groupAssignment', 'approval'])
  const check = useQuery(checkAccessRequest(account.id, group.id))
  const [duration, setDuration] = useState(usualStay(group.maxDurationHours))
  const [why, setWhy] = useState('')
  const short =
    why.trim().length < shortestReason ? `Say in a sentence what you need it for: at least ${shortestReason} characters.` : undefined
  const form = useForm(send, { justification: short }, async () => {
    const body = { groupId: group.id, justification: why.trim(), durationHours: duration === forGood ? null : Number(duration) }
    const asked = await send.mutateAsync({ params: { id: account.id }, body })
    toast.ok(`${asked.reference} is on its way`, { description: 'You are told as soon as it is decided.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={until ? 'Extend access' : 'Request access'}
      description={`${whatItLets(group)} in ${account.name}, as a member of ${group.name}.`}
      action="Send the request"
      disabledReason={check.data?.problem ?? undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {!form.problem && check.data?.problem && <Banner tone="info" title={check.data.problem} />}
      {check.data && check.data.conflicts.length > 0 && (
        <Banner tone="warn" title="This does not go together with what you have">
          {check.data.conflicts.map(({ groupId, name, reason, holds }) => (
            <p key={groupId} className="wrap-anywhere">
              {holds === 'member' ? `You are in ${name}. ` : `You have asked for ${name}. `}
              {reason}
            </p>
          ))}
          <p>You can ask all the same: say why it is right. Whoever approves it has to say so too.</p>
        </Banner>
      )}
      {until && (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          You are in until <DateTime at={until} />. Once this is approved your time simply goes on from there; nothing is interrupted.
        </p>
      )}
      <TextArea
        label={until ? 'What do you still need it for?' : 'What do you need it for?'}
        name="justification"
        hint="Those who decide read this first."
        maxLength={1_000}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
        error={form.errorOf('justification')}
      />
      <Select
        label={until ? 'How much longer?' : 'For how long?'}
        name="durationHours"
        hint={until ? 'On top of the time you have left, as far as the group lends it.' : 'From when you are in; it ends by itself.'}
        className="sm:w-64"
        options={stays(group.maxDurationHours)}
        value={duration}
        onChange={setDuration}
        error={form.errorOf('durationHours')}
      />
      <section>
        <h3 className="mb-2 text-sm font-semibold text-ink-2">Who decides</h3>
        {check.error ? (
          <p className="text-sm text-ink-2">Who decides could not be looked up; your request finds them all the same.</p>
        ) : check.data ? (
          <ApprovalStagesPreview preview={check.data} />
        ) : (
          <SkeletonText lines={2} />
        )}
      </section>
    </FormDialog>
  )
}
