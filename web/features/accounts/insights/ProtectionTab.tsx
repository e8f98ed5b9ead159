import type { CallResult } from '../../../api/client.ts'
import { CloudTab } from './CloudTab.tsx'
import { ProtectionBackup } from './ProtectionBackup.tsx'
import { ProtectionPatching } from './ProtectionPatching.tsx'

export function ProtectionTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title="You can’t see this account’s backup and patching">
      <ProtectionBackup accountId={account.id} />
      <ProtectionPatching accountId={account.id} />
    </CloudTab>
  )
}
