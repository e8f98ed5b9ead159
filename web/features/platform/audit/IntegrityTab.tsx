import { useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { getAuditStatus } from '../../../api/auditQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { AuditWarnings } from '../../../shared/AuditWarnings.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { integrityLabels } from './auditLabels.ts'
import { ChainDiagram } from './ChainDiagram.tsx'
import { ErasuresPanel } from './ErasuresPanel.tsx'
import type { AuditStatus } from './types.ts'
import { VerificationPanel } from './VerificationPanel.tsx'

export function IntegrityTab() {
  const result = useQuery(getAuditStatus())
  const verify = useCall('verifyAudit', ['auditVerification'])
  const status = result.data
  if (!status)
    return (
      <Panel>
        <Loading subject="the chain status" query={result} lines={8} />
      </Panel>
    )
  const isInProgress = status.verification?.state === 'waiting' || status.verification?.state === 'running'
  const start = () =>
    verify.mutate({}, { onError: (error) => toast.bad('Couldn’t start the verification', { description: problemOf(error).message }) })
  return (
    <div className="space-y-4">
      <AuditWarnings warnings={status.warnings} />
      <Panel
        title="Chain"
        actions={
          <Button
            variant="primary"
            icon={ShieldCheck}
            loading={verify.isPending}
            disabledReason={isInProgress ? 'A verification is already running.' : reasonOf(status, 'verify')}
            onClick={start}
          >
            {integrityLabels.verify}
          </Button>
        }
      >
        <ChainDiagram status={status} />
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
      () => toast.ok('Public key copied', { description: 'Store it where you run “slipway audit verify”.' }),
      () => toast.bad('Couldn’t copy the public key'),
    )
  return (
    <Panel
      title="Signatures"
      footer={
        <Button icon={KeyRound} onClick={copy}>
          Copy public key
        </Button>
      }
    >
      <KeyValues
        items={[
          {
            label: 'Last signed',
            value: checkpoint && (
              <>
                event {formatNumber(checkpoint.seq)}, <RelativeTime at={checkpoint.at} />
              </>
            ),
          },
          {
            label: 'Not chained yet',
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
          { label: 'Stored in', value: kept === 'file' ? 'A separate file and the log' : 'The log' },
          { label: 'Key', value: <CopyId value={key.id} kind="key ID" /> },
        ]}
      />
    </Panel>
  )
}
