import type { CallResult } from '../../../api/client.ts'
import type { NavSection } from '../../../shell/navigationTypes.ts'
import { canManage, type Screen, type ScreenSection, screensOf, sectionHeadings } from './screens.ts'

type Tasks = CallResult<'countMyTasks'>['tasks']

/** Administrators and auditors have more sections, so fewer open sections fit on the screen. */
const startsOpen: readonly ScreenSection[] = ['accounts', 'sandboxes', 'access']
const startsOpenForManagers: readonly ScreenSection[] = ['accounts']

export function navigationOf(me: CallResult<'getMe'>, tasks: Tasks): NavSection[] {
  const open = canManage(me) ? startsOpenForManagers : startsOpen
  const unlisted = screensOf(me).filter(({ section }) => section === 'me')
  const sections = Map.groupBy(screensOf(me), ({ section }) => section)
  return [...sections].flatMap(([section, screens]): NavSection[] => {
    if (section === 'me') return []
    const items = screens.map((screen) => ({
      ...{ label: screen.label, icon: screen.icon, href: screen.href, ...badgeOf(screen, tasks) },
      ...{ exact: screen.exact, under: screen.under },
      without: unlisted.map(({ href }) => href).filter((href) => href.startsWith(`${screen.href}/`)),
    }))
    if (section === undefined) return [{ start: 'always', items }]
    return [{ ...sectionHeadings[section], start: section === 'work' ? 'always' : open.includes(section) ? 'open' : 'closed', items }]
  })
}

function badgeOf({ tasks: kinds = [] }: Screen, tasks: Tasks): { badge?: number } {
  const badge = tasks.filter(({ kind }) => kinds.includes(kind)).reduce((total, { count }) => total + count, 0)
  return badge > 0 ? { badge } : {}
}
