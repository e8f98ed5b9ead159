import { CheckCheck, Inbox } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { inboxLabels } from './labels.ts'

export function EmptyInbox({ all, decided }: { all: boolean; decided: number }) {
  const isQueueDone = !all && decided > 0
  return (
    <Panel>
      <EmptyState
        icon={isQueueDone ? CheckCheck : Inbox}
        title={all ? inboxLabels.noApprovals : isQueueDone ? inboxLabels.allDone : inboxLabels.none}
        action={!all && <Button href={paths.approvals({ show: 'all' })}>{inboxLabels.viewAll}</Button>}
      >
        {all
          ? 'Requests that you can decide or have decided appear here.'
          : isQueueDone
            ? `You decided on ${count(decided, 'request')}. New requests appear here automatically.`
            : 'Account, sandbox, access and role requests that need your decision appear here. We’ll notify you of each request.'}
      </EmptyState>
    </Panel>
  )
}
