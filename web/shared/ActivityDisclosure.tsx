import { Disclosure } from '../ui/Disclosure.tsx'
import { Activity, type ActivityOf } from './Activity.tsx'

/** A way to the activity of a thing under its story; it is asked for only when somebody wants to see it. */
export function ActivityDisclosure(thing: ActivityOf) {
  return (
    <div className="mt-4 border-t border-line pt-2.5">
      <Disclosure label="Full activity">
        <Activity {...thing} />
      </Disclosure>
    </div>
  )
}
