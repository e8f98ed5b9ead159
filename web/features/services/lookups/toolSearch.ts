import { listSearch, textParam } from '../../../shared/listSearch.ts'

const tabs = ['sizes', 'images'] as const

export interface ToolSearch {
  /** The default is subnets. */
  tab?: (typeof tabs)[number] | undefined
  account?: string | undefined
  region?: string | undefined
  q?: string | undefined
  free?: string | undefined
  vcpus?: string | undefined
  memory?: string | undefined
  zone?: string | undefined
  all?: 'yes' | undefined
  compare?: string | undefined
  publisher?: string | undefined
  offer?: string | undefined
  sku?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

export function toolSearch(search: Record<string, unknown>): ToolSearch {
  const text = (name: string) => textParam(search[name])
  const { page, size } = listSearch(search)
  return {
    tab: tabs.find((tab) => tab === search.tab),
    account: text('account'),
    region: text('region'),
    q: text('q'),
    free: text('free'),
    vcpus: text('vcpus'),
    memory: text('memory'),
    zone: text('zone'),
    all: search.all === 'yes' ? 'yes' : undefined,
    compare: text('compare'),
    publisher: text('publisher'),
    offer: text('offer'),
    sku: text('sku'),
    page,
    size,
  }
}
