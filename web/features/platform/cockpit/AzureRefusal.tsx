import { useQuery } from '@tanstack/react-query'
import { getMe } from '../../../api/queries.ts'
import { azureLabels } from '../../../shared/azureLabels.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { runLabels } from './labels.ts'
import { readAzureRefusal, scopeHref } from './readAzureRefusal.ts'

/** The action and scope that Azure denied, with a link to the scope, where an administrator can add the missing role. */
export function AzureRefusal({ excerpt }: { excerpt: string | null }) {
  const portal = useQuery(getMe()).data?.azurePortal
  const refusal = readAzureRefusal(excerpt)
  if (!refusal) return null
  const href = portal && scopeHref(portal, refusal.scope)
  return (
    <div className="mt-3 space-y-3">
      <KeyValues
        columns={1}
        items={[
          { label: runLabels.deniedAction, value: <CopyId value={refusal.action} what="action" /> },
          { label: runLabels.deniedScope, value: <CopyId value={refusal.scope} what="scope" /> },
        ]}
      />
      {href && (
        <Button size="sm" href={href} newTab>
          {azureLabels.open}
        </Button>
      )}
    </div>
  )
}
