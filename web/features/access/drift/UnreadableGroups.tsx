import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Differences } from './driftLabels.ts'

export function UnreadableGroups({ compared: { unreadable } }: { compared: Differences['compared'] }) {
  if (unreadable.length === 0) return null
  return (
    <Banner tone="warn" title={`Couldn’t scan ${count(unreadable.length, 'group')}${unreadable.length === 10 ? ' or more' : ''}`}>
      <ul>
        {unreadable.map(({ group, lastComparedAt, problem }) => (
          <li key={group} className="wrap-anywhere">
            {group},{' '}
            {lastComparedAt ? (
              <>
                last scanned <RelativeTime at={lastComparedAt} />
              </>
            ) : (
              'never scanned'
            )}
            : {problem}
          </li>
        ))}
      </ul>
      <p>Differences in {unreadable.length === 1 ? 'this group' : 'these groups'} can be out of date. The next scan tries again.</p>
    </Banner>
  )
}
