import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { countMyTasks } from '../../../api/me.ts'
import type { NavSection } from '../../../shell/navigationTypes.ts'
import { navigationOf } from './navigationOf.ts'

export function useNavigation(me: CallResult<'getMe'>): NavSection[] {
  return navigationOf(me, useQuery(countMyTasks()).data?.tasks ?? [])
}
