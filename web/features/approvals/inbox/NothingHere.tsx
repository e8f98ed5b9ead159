import { CheckCheck, Inbox } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { inboxLabels } from './labels.ts'

export function NothingHere({ all, decided }: { all: boolean; decided: number }) {
  const through = !all && decided > 0
  return (
    <Panel>
      <EmptyState
        icon={through ? CheckCheck : Inbox}
        title={all ? inboxLabels.noDecisions : through ? inboxLabels.allDone : inboxLabels.none}
        action={!all && <Button href={paths.approvals({ show: 'all' })}>{inboxLabels.viewDecisions}</Button>}
      >
        {all
          ? 'Requests that you can decide as a family owner, tower lead or catalogue approver appear here.'
          : through
            ? `You have decided ${count(decided, 'request')}. New requests appear here automatically.`
            : 'Account, sandbox, access and role requests that need your decision appear here. You get a notification for each one.'}
      </EmptyState>
    </Panel>
  )
}
