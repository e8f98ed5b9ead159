import { CheckCheck, Inbox } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'

export function NothingHere({ all, decided }: { all: boolean; decided: number }) {
  const through = !all && decided > 0
  return (
    <Panel>
      <EmptyState
        icon={through ? CheckCheck : Inbox}
        title={all ? 'You have decided on nothing yet' : through ? 'You are through' : 'Nothing waits for you'}
        action={!all && <Button href={paths.approvals({ show: 'all' })}>See what you decided</Button>}
      >
        {all
          ? 'What is routed to you as an owner of a family, a tower’s lead or a product’s approver comes here.'
          : through
            ? `You have decided ${count(decided, 'request')}. What comes next appears here by itself.`
            : 'When somebody asks for an account or a sandbox, a change of one, access to one, or a privileged role, that you decide on, it appears here by itself, and you are told.'}
      </EmptyState>
    </Panel>
  )
}
