import { useId } from 'react'
import { count } from '../../../shared/waits.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Members } from '../assignments/Members.tsx'
import type { AccessGroupDetail } from './types.ts'

export function GroupMembers({ group }: { group: AccessGroupDetail }) {
  const id = useId()
  const { memberCount, members } = group
  return (
    <Panel title="Members" {...(memberCount !== null && { description: count(memberCount, 'member') })}>
      {members || group.can.update === true ? (
        <Members id={id} accountId={group.account.id} group={group} />
      ) : (
        <p className="text-ink-2">
          {memberCount === null
            ? 'We can’t show the members because the directory isn’t responding. Try again in a minute.'
            : 'Only account owners, administrators and auditors can see names.'}
        </p>
      )}
    </Panel>
  )
}
