import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

/** In place of the `RetirementPanel` while it comes; about as tall, so that nothing below jumps. */
export function RetirementWaiting() {
  return (
    <div className="mb-4">
      <Panel>
        <SkeletonText lines={6} />
      </Panel>
    </div>
  )
}
