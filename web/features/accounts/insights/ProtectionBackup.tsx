import { DatabaseBackup, ShieldCheck } from 'lucide-react'
import { listBackupPolicies } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { count } from '../../../shared/waits.ts'
import { Meter } from '../../../ui/Charts.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { insightPanels } from './labels.ts'
import { MachineList } from './ProtectionMachines.tsx'
import { type Backup, backupAdvice, backupStates, describeRetention, describeZone } from './protectionLabels.ts'
import { useInsight } from './useInsight.ts'

export function ProtectionBackup({ accountId }: { accountId: string }) {
  const insight = useInsight(listBackupPolicies(accountId), () =>
    call('listBackupPolicies', { params: { id: accountId }, query: { refresh: true } }),
  )
  return (
    <InsightPanel
      title={insightPanels.backup.title}
      what={insightPanels.backup.subject}
      icon={DatabaseBackup}
      insight={insight}
      lines={8}
      flush
    >
      {(backup) =>
        backup.vaults.length === 0 && backup.unprotectedMachines.length === 0 ? (
          <div className="p-4">
            <EmptyState icon={DatabaseBackup} title="Nothing to back up">
              No virtual machines or Recovery Services vaults found. Platform services such as SQL databases have their own backups.
            </EmptyState>
          </div>
        ) : (
          <div className="divide-y divide-line">
            <Machines backup={backup} />
            {backup.policies.length > 0 && <Policies backup={backup} />}
          </div>
        )
      }
    </InsightPanel>
  )
}

function Machines({ backup }: { backup: Backup }) {
  const { protectedMachines, unprotectedMachines } = backup
  const all = protectedMachines.length + unprotectedMachines.length
  const problemMachines = protectedMachines.filter(({ state }) => state === 'failed' || state === 'stopped')
  if (all === 0) return <p className="p-4 text-ink-2">No virtual machines.</p>
  const okCount = protectedMachines.length - problemMachines.length
  return (
    <section aria-label="Machines" className="space-y-3 p-4">
      <div className="max-w-xl">
        <Meter
          inverted
          label="Machines with a healthy backup"
          value={okCount}
          max={all}
          warnAt={1}
          badAt={0.8}
          text={`${okCount} of ${count(all, 'machine')}`}
        />
      </div>
      {problemMachines.length + unprotectedMachines.length === 0 && (
        <p className="flex items-center gap-2">
          <ShieldCheck size={16} aria-hidden className="text-ok" /> All machines are backed up.
        </p>
      )}
      {(['failed', 'stopped'] as const).map((state) => (
        <ProblemMachines key={state} state={state} machines={problemMachines.filter((machine) => machine.state === state)} />
      ))}
      {unprotectedMachines.length > 0 && (
        <div>
          <h3 className="font-medium">
            <Status tone="warn">{count(unprotectedMachines.length, 'machine')} without backup</Status>
          </h3>
          <p className="text-sm text-ink-2">{backupAdvice(backup)}</p>
          <MachineList label="Machines without backup" machines={unprotectedMachines} />
        </div>
      )}
    </section>
  )
}

type ProtectedMachine = Backup['protectedMachines'][number]

function ProblemMachines({ state, machines }: { state: ProtectedMachine['state']; machines: readonly ProtectedMachine[] }) {
  if (machines.length === 0) return null
  const { tone, label, next } = backupStates[state]
  return (
    <div>
      <h3 className="font-medium">
        <Status tone={tone}>{`${label} for ${count(machines.length, 'machine')}`}</Status>
      </h3>
      <p className="text-sm text-ink-2">{next}</p>
      <MachineList
        label={label}
        machines={machines}
        detail={({ lastRecoveryPointAt }) =>
          lastRecoveryPointAt ? (
            <>
              , last backup <RelativeTime at={lastRecoveryPointAt} />
            </>
          ) : (
            ', no backup yet'
          )
        }
      />
    </div>
  )
}

function Policies({ backup: { policies } }: { backup: Backup }) {
  return (
    <section aria-label="Policies" className="space-y-2 p-4">
      <h3 className="text-sm font-semibold">Policies</h3>
      <ul className="divide-y divide-line">
        {policies.map((policy) => (
          <li key={policy.id} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{policy.name}</p>
              <p className="text-sm text-ink-2 wrap-anywhere">
                {policy.protects}, in {policy.vault}
              </p>
              <p className="text-sm">
                {policy.items === 0 ? <span className="text-ink-2">No protected items</span> : count(policy.items, 'protected item')}
              </p>
            </div>
            <ul className="min-w-0 space-y-1.5">
              {policy.rules.map((rule, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own
                <li key={index}>
                  <p>
                    {rule.copy && <span className="font-medium">{rule.copy}: </span>}
                    {rule.schedule ?? 'Schedule not recognised'}
                    {rule.schedule?.includes(':') && policy.timeZone && (
                      <span className="text-ink-2"> ({describeZone(policy.timeZone)})</span>
                    )}
                  </p>
                  {rule.retention.length > 0 && <p className="text-sm text-ink-2">{describeRetention(rule.retention)}</p>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
