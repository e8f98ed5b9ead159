import { useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { getAuditStatus } from '../../../api/auditQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { AuditWarnings } from '../../../shared/AuditWarnings.tsx'
import { Failed } from '../../../shared/Failed.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { ChainPicture } from './ChainPicture.tsx'
import { ErasuresPanel } from './ErasuresPanel.tsx'
import type { AuditStatus } from './types.ts'
import { VerificationPanel } from './VerificationPanel.tsx'

export function IntegrityTab() {
  const found = useQuery(getAuditStatus())
  const verify = useCall('verifyAudit', ['auditVerification'])
  const status = found.data
  if (!status)
    return (
      <Panel>
        {found.error ? (
          <Failed what="The state of the chain" error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonText lines={8} />
        )}
      </Panel>
    )
  const underWay = status.verification?.state === 'waiting' || status.verification?.state === 'running'
  const start = () =>
    verify.mutate({}, { onError: (error) => toast.bad('The verification was not started', { description: problemOf(error).message }) })
  return (
    <div className="space-y-4">
      <AuditWarnings warnings={status.warnings} />
      <Panel
        title="The chain"
        actions={
          <Button
            variant="primary"
            icon={ShieldCheck}
            loading={verify.isPending}
            disabledReason={underWay ? 'It is being verified now' : reasonOf(status, 'verify')}
            onClick={start}
          >
            Verify now
          </Button>
        }
      >
        <ChainPicture status={status} />
      </Panel>
      {status.verification && <VerificationPanel verification={status.verification} total={status.lastSeq} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Signatures status={status} />
        <ErasuresPanel status={status} />
      </div>
    </div>
  )
}

function Signatures({ status: { checkpoint, key, kept, waiting, waitingSince } }: { status: AuditStatus }) {
  const copy = () =>
    navigator.clipboard.writeText(key.publicKey).then(
      () => toast.ok('The public key is copied', { description: 'Keep it where slipway audit verify is run.' }),
      () => toast.bad('The public key could not be copied'),
    )
  return (
    <Panel
      title="Signatures"
      footer={
        <Button icon={KeyRound} onClick={copy}>
          Copy the public key
        </Button>
      }
    >
      <KeyValues
        items={[
          {
            label: 'Last signed',
            value: checkpoint && (
              <>
                number {formatNumber(checkpoint.seq)}, <RelativeTime at={checkpoint.at} />
              </>
            ),
          },
          {
            label: 'Waiting for a place',
            value:
              waiting === 0 ? (
                'None'
              ) : (
                <>
                  {count(waiting, 'event')}
                  {waitingSince && (
                    <>
                      , since <DateTime at={waitingSince} />
                    </>
                  )}
                </>
              ),
          },
          { label: 'Kept', value: kept === 'file' ? 'In a file of its own, and in the log' : 'In the log' },
          { label: 'Key', value: <CopyId value={key.id} what="key id" /> },
        ]}
      />
    </Panel>
  )
}
