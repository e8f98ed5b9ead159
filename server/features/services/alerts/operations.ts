import { acceptAlert } from './acceptAlert.ts'
import { allowAlertSender } from './allowAlertSender.ts'
import { deleteAlertKey } from './deleteAlertKey.ts'
import { listAlertKeys } from './listAlertKeys.ts'
import { listAlerts } from './listAlerts.ts'
import { rotateAlertKey } from './rotateAlertKey.ts'

export const alertOperations = [acceptAlert, allowAlertSender, rotateAlertKey, deleteAlertKey, listAlertKeys, listAlerts]
