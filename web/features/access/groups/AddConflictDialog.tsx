import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { searchAccessGroups } from '../../../api/accessGroupQueries.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import type { Option } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { conflictLabels } from './groupLabels.ts'
import type { AccessGroupDetail } from './types.ts'

const minLength = 3

export function AddConflictDialog({ group, onOpenChange }: { group: AccessGroupDetail; onOpenChange: (open: boolean) => void }) {
  const client = useQueryClient()
  const add = useCall('addGroupConflict', ['accessGroup'])
  const [other, setOther] = useState<Option | null>(null)
  const [reason, setReason] = useState('')
  const find = useCallback(
    async (query: string): Promise<Option[]> => {
      const { items } = await client.fetchQuery(searchAccessGroups(query || group.account.name))
      return items
        .filter(({ id }) => id !== group.id)
        .map(({ id, name, allowedActions, roles }) => ({ value: id, label: name, hint: allowedActions[0] ?? roles[0] ?? '' }))
    },
    [client, group.account.name, group.id],
  )
  const otherGroupProblem = other === null ? 'Choose a conflicting group.' : undefined
  const reasonProblem =
    reason.trim().length < minLength ? 'Enter a reason, so that requesters and approvers understand the rule.' : undefined
  const form = useForm(add, { groupId: otherGroupProblem, reason: reasonProblem }, async () => {
    if (!other) return
    const { inBoth } = await add.mutateAsync({ params: { id: group.id }, body: { groupId: other.value, reason: reason.trim() } })
    toast.ok('Rule added', {
      description:
        inBoth > 0
          ? `${count(inBoth, 'person is', 'people are')} in both groups and keep access. Review who still needs it.`
          : 'No known member is in both groups.',
    })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="Add separation-of-duties rule"
      description={`People shouldn’t be in ${group.name} and the other group at the same time. Approvers can still allow both, with a comment.`}
      action={conflictLabels.add}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <Combobox
        label={conflictLabels.other}
        placeholder="Name, account or purpose"
        options={find}
        empty="No matching groups."
        {...form.field('groupId', other, setOther)}
      />
      <TextArea
        label={reasonField.label}
        hint="For example: people who deploy must not approve releases."
        maxLength={400}
        {...form.text('reason', reason, setReason)}
      />
    </FormDialog>
  )
}
