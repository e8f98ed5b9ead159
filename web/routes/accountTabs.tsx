import type { ComponentType } from 'react'
import type { CallResult } from '../api/client.ts'
import type { AccountTab } from '../paths.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'

type TabContent = ComponentType<{ account: CallResult<'getAccount'> }>

const ActivityTab = lazyComponent(() =>
  import('../features/accounts/accounts/ActivityTab.tsx').then(({ ActivityTab }) => ({ default: ActivityTab })),
)
const ResourcesTab = lazyComponent(() =>
  import('../features/accounts/accounts/ResourcesTab.tsx').then(({ ResourcesTab }) => ({ default: ResourcesTab })),
)

const NetworkTab = lazyComponent(() =>
  import('../features/accounts/insights/NetworkTab.tsx').then(({ NetworkTab }) => ({ default: NetworkTab })),
)
const ProtectionTab = lazyComponent(() =>
  import('../features/accounts/insights/ProtectionTab.tsx').then(({ ProtectionTab }) => ({ default: ProtectionTab })),
)
const SecurityTab = lazyComponent(() =>
  import('../features/accounts/insights/SecurityTab.tsx').then(({ SecurityTab }) => ({ default: SecurityTab })),
)
const SecretsTab = lazyComponent(() =>
  import('../features/services/key-vault/SecretsTab.tsx').then(({ SecretsTab }) => ({ default: SecretsTab })),
)
const CostTab = lazyComponent(() => import('../features/accounts/insights/CostTab.tsx').then(({ CostTab }) => ({ default: CostTab })))

const AccessTab = lazyComponent(() => import('./AccessTab.tsx').then(({ AccessTab }) => ({ default: AccessTab })))

const IncidentsTab = lazyComponent(() =>
  import('../features/services/incidents/IncidentsTab.tsx').then(({ IncidentsTab }) => ({ default: IncidentsTab })),
)

const DeploymentsTab = lazyComponent(() =>
  import('../features/services/deployments/DeploymentsTab.tsx').then(({ DeploymentsTab }) => ({ default: DeploymentsTab })),
)

const ChangesTab = lazyComponent(() =>
  import('../features/accounts/updates/ChangesTab.tsx').then(({ ChangesTab }) => ({ default: ChangesTab })),
)

export const accountTabs: { id: AccountTab; Content: TabContent }[] = [
  { id: 'resources', Content: ResourcesTab },
  { id: 'network', Content: NetworkTab },
  { id: 'protection', Content: ProtectionTab },
  { id: 'security', Content: SecurityTab },
  { id: 'secrets', Content: SecretsTab },
  { id: 'cost', Content: CostTab },
  { id: 'access', Content: AccessTab },
  { id: 'incidents', Content: IncidentsTab },
  { id: 'deployments', Content: DeploymentsTab },
  { id: 'changes', Content: ChangesTab },
  { id: 'activity', Content: ActivityTab },
]
