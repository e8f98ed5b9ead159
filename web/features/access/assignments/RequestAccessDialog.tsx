import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkAccessRequest } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { durationLabel, reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { defaultDuration, durationOptions } from './duration.ts'
import { abilitiesText, type NamedGroup, ownAccessLabels, permanentValue, requestAccessLabels, shortestReason } from './labels.ts'
import type { AccessGroup, Account } from './types.ts'

interface RequestAccessDialogProps {
  account: Pick<Account, 'id' | 'name'>
  group: Pick<AccessGroup, 'id' | 'name' | 'maxDurationHours'> & NamedGroup
  /** Set if the request extends the current access, which ends then. */
  until?: string | undefined
  onRequested?: (request: { id: string; reference: string; status: string }) => void
  onOpenChange: (open: boolean) => void
}

export function RequestAccessDialog({ account, group, until, onRequested, onOpenChange }: RequestAccessDialogProps) {
  const send = useCall('createAccessRequest', ['account', 'accessRequest', 'groupAssignment', 'approval'])
  const check = useQuery(checkAccessRequest(account.id, group.id))
  const [duration, setDuration] = useState(defaultDuration(group.maxDurationHours))
  const [reasonText, setReasonText] = useState('')
  const reasonProblem = reasonText.trim().length < shortestReason ? reasonField.tooShort(shortestReason) : undefined
  const form = useForm(send, { justification: reasonProblem }, async () => {
    const body = {
      groupId: group.id,
      justification: reasonText.trim(),
      durationHours: duration === permanentValue ? null : Number(duration),
    }
    const requestRecord = await send.mutateAsync({ params: { id: account.id }, body })
    onRequested?.(requestRecord)
    toast.ok(`${requestRecord.reference} submitted`, { description: 'We’ll notify you of the decision.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={until ? 'Extend access' : requestAccessLabels.title}
      description={`${abilitiesText(group)} in ${account.name}, as a member of ${group.name}.`}
      action={requestAccessLabels.submit}
      disabledReason={check.data?.problem ?? undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {!form.problem && check.data?.problem && <Banner tone="info" title={check.data.problem} />}
      {check.data && check.data.conflicts.length > 0 && (
        <Banner tone="warn" title={requestAccessLabels.conflict}>
          {check.data.conflicts.map(({ groupId, name, reason, holds }) => (
            <p key={groupId} className="wrap-anywhere">
              {holds === 'member' ? `${ownAccessLabels.member} of ${name}. ` : `You requested access to ${name}. `}
              {reason}
            </p>
          ))}
          <p>You can still request access if you explain why you need both. Approvers must comment too.</p>
        </Banner>
      )}
      {until && (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          Your access ends <DateTime at={until} />. {requestAccessLabels.extension}
        </p>
      )}
      <TextArea
        label={reasonField.label}
        hint={until ? 'Approvers read this. Explain why you still need access.' : 'Approvers read this. Describe what you need to do.'}
        maxLength={1_000}
        {...form.text('justification', reasonText, setReasonText)}
      />
      <Select
        label={until ? 'Extension' : durationLabel}
        hint={until ? 'Added to the current end date, up to the group’s maximum.' : 'Counted from when access is granted.'}
        className="sm:w-64"
        options={durationOptions(group.maxDurationHours)}
        {...form.field('durationHours', duration, setDuration)}
      />
      <section>
        <h3 className="mb-2 text-sm font-semibold text-ink-2">Approvers</h3>
        {check.error ? (
          <p className="text-sm text-ink-2">We couldn’t load the approvers. You can still submit the request.</p>
        ) : check.data ? (
          <ApprovalStagesPreview preview={check.data} />
        ) : (
          <SkeletonText lines={2} />
        )}
      </section>
    </FormDialog>
  )
}
