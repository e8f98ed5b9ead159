import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { apiKeyLabels } from './labels.ts'
import type { ApiKey } from './types.ts'

const week = 7 * 86_400_000

export function RevokeDialog({ apiKey, onOpenChange }: { apiKey: ApiKey; onOpenChange: (open: boolean) => void }) {
  const revoke = useCall('deleteApiKey', ['apiKey'])
  const now = useNow('halfMinute')
  const { id, name, lastUsedAt, version, owner } = apiKey
  const isInUse = lastUsedAt !== null && now - new Date(lastUsedAt).getTime() < week
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={apiKeyLabels.confirmRevoke(name)}
      confirmLabel={apiKeyLabels.revoke}
      {...(isInUse && { typed: name })}
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { id }, headers: ifMatch(version) })
        toast.ok(`${name} revoked`)
      }}
    >
      <p>
        {lastUsedAt ? (
          <>
            {apiKeyLabels.lastUsed} <RelativeTime at={lastUsedAt} />.{' '}
          </>
        ) : (
          'Never used. '
        )}
        The key stops working immediately. You can’t undo this.
      </p>
      {isInUse && (
        <p>
          Programs that use this key will fail. To avoid an interruption, replace the key first. Ask the owner, {owner.displayName}, where
          it’s used.
        </p>
      )}
    </ConfirmDialog>
  )
}
