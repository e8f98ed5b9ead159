import { KeyRound } from 'lucide-react'
import type { CallResult } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RefusedState } from '../ui/States.tsx'
import { reasonOf } from './reasonOf.ts'

/** Instead of a part of an account that is for its owners: why, and where one asks to be let into the account. */
export function AccountRefused({ account, title }: { account: Pick<CallResult<'getAccount'>, 'id' | 'can'>; title: string }) {
  return (
    <Panel>
      <RefusedState title={title} reason={reasonOf(account, 'seeAll')}>
        <Button icon={KeyRound} href={paths.account(account.id, 'access')}>
          See its access groups
        </Button>
      </RefusedState>
    </Panel>
  )
}
