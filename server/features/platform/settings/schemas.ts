import { Type } from 'typebox'
import { Maintenance } from '../../../http/maintenance.ts'
import { Can, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { settingNames } from '../../../settings/catalogue.ts'

const Value = Type.Unknown({ description: 'Value; its JSON shape depends on the setting.' })

const SettingName = Type.Enum(settingNames)
export const Setting = Type.Object({
  name: SettingName,
  title: Type.String(),
  description: Type.String(),
  value: Value,
  isDefault: Type.Boolean(),
  defaultValue: Value,
  version: Type.Integer({ description: 'Version of the setting; 0 while it has its default value.' }),
  updatedBy: Type.Union([PersonRef, Type.Null()]),
  updatedAt: NullableTimestamp,
  can: Can,
})
export const SettingChange = Type.Object({
  id: Uuid,
  before: Value,
  after: Value,
  reason: Type.String(),
  changedBy: PersonRef,
  at: Timestamp,
})
export const ConfigurationEntry = Type.Object({
  name: Type.String(),
  from: Type.Enum(['environment', 'file', 'default'], { description: 'Where the value comes from.' }),
})
export const MaintenanceNow = Type.Object({
  ...Maintenance.properties,
  state: Type.Enum(['none', 'announced', 'banner', 'readOnly'], { description: 'Status of the maintenance mode now.' }),
  pausedAfterRestore: Type.Boolean({ description: 'True after a restore, until an administrator accepts the report.' }),
})
export const SettingParams = Type.Object({ name: SettingName }, { additionalProperties: false })
