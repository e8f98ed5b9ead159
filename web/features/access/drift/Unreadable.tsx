import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Differences } from './driftWords.ts'

/** Lists groups that could not be scanned, whose results are outdated. */
export function Unreadable({ compared: { unreadable } }: { compared: Differences['compared'] }) {
  if (unreadable.length === 0) return null
  return (
    <Banner tone="warn" title={`${count(unreadable.length, 'group')}${unreadable.length === 10 ? ' or more' : ''} could not be read`}>
      <ul>
        {unreadable.map(({ group, lastComparedAt, problem }) => (
          <li key={group} className="wrap-anywhere">
            {group},{' '}
            {lastComparedAt ? (
              <>
                last compared <RelativeTime at={lastComparedAt} />
              </>
            ) : (
              'never compared'
            )}
            : {problem}
          </li>
        ))}
      </ul>
      <p>What stands below about {unreadable.length === 1 ? 'it' : 'them'} is as old as that. Each look tries again.</p>
    </Banner>
  )
}
