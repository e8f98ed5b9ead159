import { listSearch, textParam } from '../../../shared/listSearch.ts'

const tabs = ['sizes', 'images'] as const

/** What the address of the tools holds: which one, through which account, and how it is narrowed. */
export interface ToolSearch {
  /** Without one: subnets. */
  tab?: (typeof tabs)[number] | undefined
  account?: string | undefined
  region?: string | undefined
  q?: string | undefined
  /** At least so many free addresses. */
  free?: string | undefined
  vcpus?: string | undefined
  memory?: string | undefined
  zone?: string | undefined
  /** Also what the account cannot have. */
  all?: 'yes' | undefined
  /** Sizes side by side, joined by commas. */
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
