import { getMaintenance } from './getMaintenance.ts'
import { listSettingChanges } from './listSettingChanges.ts'
import { listSettings } from './listSettings.ts'
import { updateSetting } from './updateSetting.ts'

export const settingsOperations = [getMaintenance, listSettings, updateSetting, listSettingChanges]
