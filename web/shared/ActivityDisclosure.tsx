import { Disclosure } from '../ui/Disclosure.tsx'
import { Activity, type ActivityOf } from './Activity.tsx'

export function ActivityDisclosure(item: ActivityOf) {
  return (
    <div className="mt-4 border-t border-line pt-2.5">
      <Disclosure label="Full activity">
        <Activity {...item} />
      </Disclosure>
    </div>
  )
}
