import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useNow } from '../../../ui/useNow.ts'
import type { ApiKey } from './types.ts'

const week = 7 * 86_400_000

/** Asks for the name before a key in use is revoked. */
export function RevokeDialog({ apiKey, onOpenChange }: { apiKey: ApiKey; onOpenChange: (open: boolean) => void }) {
  const revoke = useCall('deleteApiKey', ['apiKey'])
  const now = useNow('halfMinute')
  const { id, name, lastUsedAt, version, owner } = apiKey
  const inUse = lastUsedAt !== null && now - new Date(lastUsedAt).getTime() < week
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={`Revoke ${name}?`}
      confirmLabel="Revoke the key"
      {...(inUse && { typed: name })}
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { id }, headers: ifMatch(version) }).catch((error: unknown) => {
          throw new Error(problemOf(error).message)
        })
        toast.ok(`${name} is revoked`)
      }}
    >
      <p>
        {lastUsedAt ? (
          <>
            It was last used <RelativeTime at={lastUsedAt} />.{' '}
          </>
        ) : (
          'It was never used. '
        )}
        From the next call on nobody gets in with it, everywhere at once. It cannot be taken back.
      </p>
      {inUse && (
        <p>
          What still uses it stops working. To go on without a gap, generate another key and put it in its place first; {owner.displayName}{' '}
          knows where it is.
        </p>
      )}
    </ConfirmDialog>
  )
}
