import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { listMySandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { requestFormLabels } from './pageLabels.ts'

export function SandboxesFrame({
  part,
  description,
  children,
}: {
  part: 'gallery' | 'mine' | 'all'
  description: ReactNode
  children: ReactNode
}) {
  const ownCount = useQuery(listMySandboxes()).data?.filter(({ status }) => status !== 'deleted').length ?? 0
  return (
    <Page
      title="Sandboxes"
      description={description}
      actions={
        <Button variant="primary" icon={Plus} href={paths.requestSandbox()}>
          {requestFormLabels.title}
        </Button>
      }
      tabs={
        <Tabs
          label="Sandboxes"
          current={part}
          items={[
            { id: 'gallery', label: 'Templates', href: paths.sandboxes() },
            { id: 'mine', label: 'My sandboxes', href: paths.mySandboxes(), ...(ownCount > 0 && { count: ownCount }) },
            { id: 'all', label: 'All sandboxes', href: paths.allSandboxes() },
          ]}
        />
      }
    >
      {children}
    </Page>
  )
}
