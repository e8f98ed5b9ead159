import { settingCatalogue } from '../../../settings/catalogue.ts'
import type { Subject } from '../../../subjects/subject.ts'

export const settingSubject = {
  kind: 'setting',
  page: () => '/admin/settings',
  titles: settingCatalogue,
} satisfies Subject
