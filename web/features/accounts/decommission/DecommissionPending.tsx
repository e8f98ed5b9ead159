import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

/** The placeholder is about as tall as the panel, so that the page doesn’t jump. */
export function DecommissionPending() {
  return (
    <div className="mb-4">
      <Panel>
        <SkeletonText lines={6} />
      </Panel>
    </div>
  )
}
