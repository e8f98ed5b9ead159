import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { Page } from '../../../ui/Page.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'

export function EdgeFrame({
  part,
  description,
  actions,
  children,
}: {
  part: 'rollouts' | 'stores'
  description: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Page
      title="Edge stores"
      description={description}
      actions={actions}
      tabs={
        <Tabs
          label="Edge stores"
          current={part}
          items={[
            { id: 'rollouts', label: 'Rollouts', href: paths.edgeRollouts() },
            { id: 'stores', label: 'Store directory', href: paths.edgeStores() },
          ]}
        />
      }
    >
      {children}
    </Page>
  )
}
