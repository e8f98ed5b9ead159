import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSandboxGroups } from '../../../../api/sandboxPageQueries.ts'
import { useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { reasonField } from '../../../../shared/formLabels.ts'
import { useAbsences } from '../../../../shared/useAbsences.ts'
import { useForm } from '../../../../shared/useForm.ts'
import { Select } from '../../../../ui/Select.tsx'
import { SkeletonText } from '../../../../ui/Skeleton.tsx'
import { TextArea } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { durationOptions, groupOptions, untilSandboxEnds } from './durations.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { Sandbox } from './types.ts'

const minLength = 10

export function RequestAccessDialog({ sandbox, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const groups = useQuery(listSandboxGroups(sandbox.id))
  const send = useCall('createSandboxAccessRequest', ['sandbox', 'accessRequest', 'approval'])
  const absenceOf = useAbsences(sandbox.owners)
  const describeOwner = ({ id, displayName }: Sandbox['owners'][number]) => {
    const absence = absenceOf(id)
    return absence ? `${displayName} (${absence})` : displayName
  }
  const options = groupOptions(groups.data?.filter((group) => !group.forOwners && group.status === 'ready') ?? [])
  const [selected, setSelected] = useState<string>()
  const [duration, setDuration] = useState<string>(untilSandboxEnds)
  const [reason, setReason] = useState('')
  const groupId = selected ?? options[0]?.value
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const form = useForm(send, { justification: reasonProblem }, async () => {
    if (!groupId) return
    const body = { groupId, justification: reason.trim(), durationHours: duration === untilSandboxEnds ? null : Number(duration) }
    const requestRecord = await send.mutateAsync({ params: { id: sandbox.id }, body })
    toast.ok(`${requestRecord.reference} submitted`, { description: 'We’ll notify you of the decision.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={sandboxPageLabels.requestAccessTo(sandbox.name)}
      description={sandboxPageLabels.approvers(sandbox.owners.map(describeOwner))}
      action={sandboxPageLabels.sendRequest}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {groups.data ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select label="Role" options={options} {...form.field('groupId', groupId ?? '', setSelected)} />
            <Select
              label="Duration"
              name="durationHours"
              options={durationOptions(sandbox.lease.end)}
              value={duration}
              onChange={setDuration}
            />
          </div>
          <TextArea
            label={reasonField.label}
            hint="The owners see this with your request."
            maxLength={1_000}
            {...form.text('justification', reason, setReason)}
          />
        </>
      ) : (
        <SkeletonText lines={5} />
      )}
    </FormDialog>
  )
}
