import { Fragment } from 'react'
import { Link } from '../ui/Link.tsx'

const atMost = 30

/** Names in a sentence, each leading to its page; of very many the first. */
export function LinkList({ links }: { links: readonly { name: string; href: string }[] }) {
  return (
    <>
      {links.slice(0, atMost).map(({ name, href }, place) => (
        <Fragment key={href}>
          {place > 0 && ', '}
          <Link href={href}>{name}</Link>
        </Fragment>
      ))}
      {links.length > atMost && ` and ${links.length - atMost} more`}
    </>
  )
}
