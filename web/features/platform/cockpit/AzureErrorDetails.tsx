import { useQuery } from '@tanstack/react-query'
import { getMe } from '../../../api/queries.ts'
import { azureLabels } from '../../../shared/azureLabels.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { runLabels } from './labels.ts'
import { parseAzureError, scopeHref } from './parseAzureError.ts'

/** The link opens the scope in the Azure portal, where an administrator can assign the missing role. */
export function AzureErrorDetails({ excerpt }: { excerpt: string | null }) {
  const portal = useQuery(getMe()).data?.azurePortal
  const azureError = parseAzureError(excerpt)
  if (!azureError) return null
  const href = portal && scopeHref(portal, azureError.scope)
  return (
    <div className="mt-3 space-y-3">
      <KeyValues
        columns={1}
        items={[
          { label: runLabels.deniedAction, value: <CopyId value={azureError.action} kind="action" /> },
          { label: runLabels.deniedScope, value: <CopyId value={azureError.scope} kind="scope" /> },
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
