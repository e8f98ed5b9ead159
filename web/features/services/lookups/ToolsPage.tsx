import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '../../../paths.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { lookupLabels } from './labels.ts'
import { SubnetsTool } from './SubnetsTool.tsx'

const SizesTool = lazyComponent(() => import('./SizesTool.tsx').then(({ SizesTool }) => ({ default: SizesTool })))
const ImagesTool = lazyComponent(() => import('./ImagesTool.tsx').then(({ ImagesTool }) => ({ default: ImagesTool })))

const route = getRouteApi('/tools')
const about = {
  subnets: 'Subnets of your accounts and their free addresses.',
  sizes: 'Virtual machine sizes for an account and region, with prices and restrictions.',
  images: 'Virtual machine images and their URNs for deployment tools.',
}

export function ToolsPage() {
  const { tab = 'subnets', account, region } = route.useSearch()
  return (
    <Page
      title="Look-ups"
      description={about[tab]}
      tabs={
        <Tabs
          label="Look-ups"
          current={tab}
          items={[
            { id: 'subnets', label: lookupLabels.subnets, href: paths.tools({ account, region }) },
            { id: 'sizes', label: lookupLabels.sizesTab, href: paths.tools({ tab: 'sizes', account, region }) },
            { id: 'images', label: lookupLabels.imagesTab, href: paths.tools({ tab: 'images', account, region }) },
          ]}
        />
      }
    >
      <Suspense
        fallback={
          <Panel>
            <SkeletonText lines={8} />
          </Panel>
        }
      >
        {tab === 'subnets' && <SubnetsTool />}
        {tab === 'sizes' && <SizesTool />}
        {tab === 'images' && <ImagesTool />}
      </Suspense>
    </Page>
  )
}
