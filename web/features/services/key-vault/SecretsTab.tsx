import { Vault as VaultIcon } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { listKeyVaults } from '../../../api/keyVaultQueries.ts'
import { call } from '../../../api/queryCall.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { CloudTab } from '../../accounts/insights/CloudTab.tsx'
import { InsightPanel } from '../../accounts/insights/InsightPanel.tsx'
import { useInsight } from '../../accounts/insights/useInsight.ts'
import { SetSecretDialog } from './SetSecretDialog.tsx'
import { soonDays, urgencyOf, type Vault } from './secretLabels.ts'
import { VaultView } from './VaultView.tsx'

type Account = CallResult<'getAccount'>

export function SecretsTab({ account }: { account: Account }) {
  return (
    <CloudTab account={account} title="You can’t see this account’s key vaults">
      <Vaults account={account} />
    </CloudTab>
  )
}

function Vaults({ account }: { account: Account }) {
  const insight = useInsight(listKeyVaults(account.id), () =>
    call('listKeyVaults', { params: { id: account.id }, query: { refresh: true } }),
  )
  const [setting, setSetting] = useState<{ vault: string; name?: string }>()
  const can = insight.data?.can.setSecret
  return (
    <>
      <InsightPanel title="Key Vault" what="the vaults" icon={VaultIcon} insight={insight} lines={10} flush>
        {({ items }) =>
          items.length === 0 ? (
            <div className="p-4">
              <EmptyState icon={VaultIcon} title="No key vaults">
                Key vaults in the subscription appear here within a minute.
              </EmptyState>
            </div>
          ) : (
            <div className="divide-y divide-line">
              <ExpiringSecrets vaults={items} />
              {items.map((vault) => (
                <VaultView
                  key={vault.id}
                  vault={vault}
                  disabledReason={typeof can === 'string' ? can : undefined}
                  onSet={(name) => setSetting({ vault: vault.name, ...(name === undefined ? {} : { name }) })}
                />
              ))}
            </div>
          )
        }
      </InsightPanel>
      {setting && <SetSecretDialog account={account} {...setting} onClose={() => setSetting(undefined)} />}
    </>
  )
}

function ExpiringSecrets({ vaults }: { vaults: readonly Vault[] }) {
  const now = useNow('halfMinute')
  const all = vaults.flatMap(({ secrets }) => secrets.filter(({ enabled }) => enabled).map((secret) => urgencyOf(secret, now)))
  const expiredCount = all.filter((urgency) => urgency === 'expired').length
  const expiringCount = all.filter((urgency) => urgency === 'soon').length
  if (expiredCount + expiringCount === 0) return null
  const labels = [
    ...(expiredCount > 0 ? [`${count(expiredCount, 'secret')} expired`] : []),
    ...(expiringCount > 0
      ? [`${count(expiringCount, 'secret')} ${expiringCount === 1 ? 'expires' : 'expire'} within ${soonDays} days`]
      : []),
  ]
  return (
    <div className="p-4">
      <Banner tone={expiredCount > 0 ? 'bad' : 'warn'} title={labels.join(', ')}>
        Set a new version before applications that use {expiredCount + expiringCount === 1 ? 'it' : 'them'} stop working.
      </Banner>
    </div>
  )
}
