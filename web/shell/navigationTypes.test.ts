import { Server } from 'lucide-react'
import { expect, it } from 'vitest'
import { findCurrentItem } from './Navigation.tsx'

const items = ['/', '/accounts', '/accounts/mine', '/account-requests'].map((href) => ({ label: href, href, icon: Server }))

it.each<[string, string | undefined]>([
  ['/', '/'],
  ['/accounts', '/accounts'],
  ['/accounts/7/network', '/accounts'],
  ['/accounts/mine', '/accounts/mine'],
  ['/account-requests/3', '/account-requests'],
  // A path outside the navigation must not mark Home.
  ['/me/away', undefined],
])('marks for the page %s the entry %s', (path, href) => expect(findCurrentItem(items, path)?.href).toBe(href))
