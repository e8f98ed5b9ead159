import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadSettings } from '../../../settings/queries.ts'
import { ConfigurationEntry, Setting } from './schemas.ts'

export const listSettings = operation({
  id: 'listSettings',
  method: 'GET',
  path: '/admin/settings',
  tag: 'settings',
  summary: 'List settings and the configuration that is set',
  description: 'Of the configuration, only names and sources are returned, never values.',
  access: 'adminOrAuditor',
  responses: { 200: Type.Object({ settings: Type.Array(Setting), configuration: Type.Array(ConfigurationEntry) }) },
  handler: async ({ db, actor, config }) => ({ settings: await loadSettings(db, actor), configuration: config.sources }),
})
