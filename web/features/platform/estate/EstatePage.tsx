import { useQuery } from '@tanstack/react-query'
import { getEstate } from '../../../api/estateQueries.ts'
import { isDenied } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { AccountsPanel } from './AccountsPanel.tsx'
import { CostPanel } from './CostPanel.tsx'
import { EstateTiles } from './EstateTiles.tsx'
import { estateLabels } from './estateLabels.ts'
import { HealthPanel } from './HealthPanel.tsx'
import { OwnershipPanel } from './OwnershipPanel.tsx'
import { SandboxesPanel } from './SandboxesPanel.tsx'

export function EstatePage() {
  const { data, error, refetch } = useQuery(getEstate())
  if (error && isDenied(error)) return <AccessDeniedPage reason={estateLabels.denied} homeHref={paths.home()} />
  return (
    <Page title={estateLabels.title} description={estateLabels.description}>
      {!data ? (
        <Panel>
          <Loading subject={estateLabels.subject} query={{ error, refetch }} lines={12} />
        </Panel>
      ) : (
        <div className="space-y-5">
          <EstateTiles estate={data} />
          <CostPanel cost={data.cost} />
          <div className="grid gap-5 lg:grid-cols-2">
            <AccountsPanel accounts={data.accounts} />
            <HealthPanel health={data.health} />
            <OwnershipPanel estate={data} />
            <SandboxesPanel sandboxes={data.sandboxes} />
          </div>
        </div>
      )}
    </Page>
  )
}
