import type { CallResult } from '../../../api/client.ts'
import { CloudTab } from './CloudTab.tsx'
import { ProtectionBackup } from './ProtectionBackup.tsx'
import { ProtectionPatching } from './ProtectionPatching.tsx'

/** How the machines of an account are backed up and patched, and which are not. */
export function ProtectionTab({ account }: { account: CallResult<'getAccount'> }) {
  return (
    <CloudTab account={account} title="Its backup and patching are not for everyone">
      <ProtectionBackup accountId={account.id} />
      <ProtectionPatching accountId={account.id} />
    </CloudTab>
  )
}
