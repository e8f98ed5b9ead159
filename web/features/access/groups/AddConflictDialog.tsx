import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { searchAccessGroups } from '../../../api/accessGroupQueries.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import type { Option } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { WholeGroup } from './types.ts'

const shortest = 3

export function AddConflictDialog({ group, onOpenChange }: { group: WholeGroup; onOpenChange: (open: boolean) => void }) {
  const client = useQueryClient()
  const add = useCall('addGroupConflict', ['accessGroup'])
  const [other, setOther] = useState<Option | null>(null)
  const [reason, setReason] = useState('')
  const find = useCallback(
    async (query: string): Promise<Option[]> => {
      const { items } = await client.fetchQuery(searchAccessGroups(query || group.account.name))
      return items
        .filter(({ id }) => id !== group.id)
        .map(({ id, name, lets, roles }) => ({ value: id, label: name, hint: lets[0] ?? roles[0] ?? '' }))
    },
    [client, group.account.name, group.id],
  )
  const noOther = other === null ? 'Choose the other group.' : undefined
  const short = reason.trim().length < shortest ? 'Say why, so that those who ask and decide understand it.' : undefined
  const form = useForm(add, { groupId: noOther, reason: short }, async () => {
    if (!other) return
    const { inBoth } = await add.mutateAsync({ params: { id: group.id }, body: { groupId: other.value, reason: reason.trim() } })
    toast.ok('It is on record', {
      description:
        inBoth > 0
          ? `${count(inBoth, 'person', 'people')} in both now stay in; review who still needs it.`
          : 'Nobody is in both by way of Slipway.',
    })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="What does not go together with it?"
      description={`Nobody should be in ${group.name} and the other group at the same time. It can still be approved, with a comment.`}
      action="Put on record"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <Combobox
        label="The other group"
        name="groupId"
        placeholder="Its name, account or what it is for"
        options={find}
        value={other}
        onChange={setOther}
        empty="No group fits these words."
        error={form.errorOf('groupId')}
      />
      <TextArea
        label="Why?"
        name="reason"
        hint="Such as: whoever deploys must not approve the release."
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
    </FormDialog>
  )
}
