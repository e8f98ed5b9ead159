import { KeyRound } from 'lucide-react'
import type { CallResult } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AccessDeniedState } from '../ui/States.tsx'
import { reasonOf } from './reasonOf.ts'

/** Shown in place of content that only an account's owners can see. Gives the reason and a link to request access. */
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
