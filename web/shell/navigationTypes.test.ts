import { Server } from 'lucide-react'
import { expect, it } from 'vitest'
import { countWaiting, findCurrentItem, nameOfSection } from './navigationTypes.ts'

const items = ['/', '/accounts', '/accounts/mine', '/account-requests'].map((href) => ({ label: href, href, icon: Server }))
const sections = [
  { start: 'always' as const, items: items.slice(0, 1) },
  { heading: 'Accounts', start: 'open' as const, items: items.slice(1) },
]

it.each<[string, string | undefined]>([
  ['/', '/'],
  ['/accounts', '/accounts'],
  ['/accounts/7/network', '/accounts'],
  ['/accounts/mine', '/accounts/mine'],
  ['/account-requests/3', '/account-requests'],
  // A page that is not in the navigation must not mark Home.
  ['/me/away', undefined],
])('marks, for the page %s, the entry %s', (path, href) => expect(findCurrentItem(sections, path)?.href).toBe(href))

it('marks My sandboxes on the page of a sandbox, and Templates only on its page', () => {
  const templates = { ...items[1]!, href: '/sandboxes', exact: true }
  const own = { ...items[1]!, href: '/sandboxes/mine', under: '/sandboxes' }
  const all = { ...items[1]!, href: '/sandboxes/all' }
  const currentHref = (path: string) => findCurrentItem([{ start: 'always', items: [templates, own, all] }], path)?.href
  expect(['/sandboxes', '/sandboxes/7', '/sandboxes/requests/3', '/sandboxes/all', '/sandboxes/mine'].map(currentHref)).toEqual([
    '/sandboxes',
    '/sandboxes/mine',
    '/sandboxes/mine',
    '/sandboxes/all',
    '/sandboxes/mine',
  ])
})

it('adds up the tasks in a closed section', () => {
  expect(countWaiting([{ ...items[0]!, badge: 2 }, items[1]!, { ...items[2]!, badge: 3 }])).toBe(5)
})

it('names a section with the number of its tasks', () => {
  const named = (badges: (number | undefined)[]) =>
    nameOfSection({ heading: 'Govern', items: badges.map((badge) => ({ ...items[0]!, badge })) })
  expect(named([2, undefined, 1])).toBe('Govern, 3 tasks')
  expect(named([1])).toBe('Govern, 1 task')
  expect(named([undefined])).toBe('Govern')
})
