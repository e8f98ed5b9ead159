import { KeyRound } from 'lucide-react'
import type { CallResult } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AccessDeniedState } from '../ui/States.tsx'
import { reasonOf } from './reasonOf.ts'

export function AccountAccessDenied({ account, title }: { account: Pick<CallResult<'getAccount'>, 'id' | 'can'>; title: string }) {
  return (
    <Panel>
      <AccessDeniedState title={title} reason={reasonOf(account, 'seeAll')}>
        <Button icon={KeyRound} href={paths.account(account.id, 'access')}>
          See its access groups
        </Button>
      </AccessDeniedState>
    </Panel>
  )
}
