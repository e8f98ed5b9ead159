import { Server } from 'lucide-react'
import { expect, it } from 'vitest'
import { currentItem } from './Navigation.tsx'

const items = ['/', '/accounts', '/accounts/mine', '/account-requests'].map((href) => ({ label: href, href, icon: Server }))

it.each<[string, string | undefined]>([
  ['/', '/'],
  ['/accounts', '/accounts'],
  ['/accounts/7/network', '/accounts'],
  ['/accounts/mine', '/accounts/mine'],
  ['/account-requests/3', '/account-requests'],
  // A path outside the navigation must not mark Home.
  ['/me/away', undefined],
])('maps %s to %s', (path, href) => expect(currentItem(items, path)?.href).toBe(href))
