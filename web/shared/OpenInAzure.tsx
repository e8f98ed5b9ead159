import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Cloud, Copy, SquareTerminal } from 'lucide-react'
import { getMe } from '../api/queries.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/Toast.tsx'
import { azureLabels } from './azureLabels.ts'
import { azureLinksOf } from './azureLinks.ts'

interface OpenInAzureProps {
  subscriptionId: string
  resourceGroup?: string | null
  variant?: 'primary' | 'secondary'
}

/** The menu beside the button has a command for the terminal, and Cloud Shell. */
export function OpenInAzure({ subscriptionId, resourceGroup = null, variant = 'primary' }: OpenInAzureProps) {
  const portal = useQuery(getMe()).data?.azurePortal
  if (!portal) return null
  const { overview, cloudShell, command } = azureLinksOf(portal, { subscriptionId, resourceGroup })
  const copy = () =>
    void navigator.clipboard.writeText(command).then(
      () => toast.ok(azureLabels.copied, { description: command }),
      () => toast.bad(azureLabels.notCopied, { description: command }),
    )
  return (
    <span className="flex gap-1">
      <Button variant={variant} icon={Cloud} href={overview} newTab>
        {azureLabels.open}
      </Button>
      <Menu
        trigger={<IconButton icon={ChevronDown} label={azureLabels.more} variant="secondary" />}
        items={[
          { label: azureLabels.copyCommand, icon: Copy, onSelect: copy },
          { label: azureLabels.cloudShell, icon: SquareTerminal, href: cloudShell, newTab: true },
        ]}
      />
    </span>
  )
}
