import { listRecords, updateRecord } from '../../../../simulator/servicenow/records.ts'
import { type SnowRecord, tables } from '../../../../simulator/servicenow/tables.ts'
import { startTestApp, type TestApp, type TestResponse } from '../../../../test/app.ts'
import { logger } from '../../../http/logger.ts'
import { groupAlerts } from './groupAlerts.ts'
import { syncAlertsToServiceNow } from './syncAlertsToServiceNow.ts'

export { accountOf } from '../../accounts/groups/groups.fixture.ts'

export const minuteMs = 60_000

export async function startAlertApp() {
  let aheadMs = 0
  const app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + aheadMs) })
  const context = { ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }
  const neverAborted = new AbortController().signal
  const accounts = app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')
  return {
    ...app,
    async place(overrides: object = {}) {
      const accountId = accounts.pop()!.id
      return { accountId, ...(await newKey(app, accountId, overrides)) }
    },
    pass: (ms: number) => {
      aheadMs += ms
    },
    group: () => groupAlerts(context, neverAborted),
    sync: () => syncAlertsToServiceNow(context, neverAborted),
    async resolve() {
      await groupAlerts(context, neverAborted)
      await syncAlertsToServiceNow(context, neverAborted)
    },
  }
}
export type AlertApp = Awaited<ReturnType<typeof startAlertApp>>

export async function newKey(app: TestApp, accountId: string, overrides: object = {}) {
  const { body } = await app.as(app.persona('Niamh').id).patch(`/snow/accounts/${accountId}/key`, overrides)
  return body as { id: string; key: string; prefix: string; replaced: { id: string; expiresAt: string } | null }
}

export const alertPath = (accountId: string, key: string, query = '') => `/snow/alert/account/${accountId}/key/${key}${query}`

export function send(
  app: TestApp,
  to: { accountId: string; key: string; query?: string; type?: string; headers?: Record<string, string> },
  body: unknown,
): Promise<TestResponse> {
  const headers = { ...(body === undefined ? {} : { 'content-type': to.type ?? 'application/json' }), ...to.headers }
  return app.as('anonymous').post(alertPath(to.accountId, to.key, to.query), body, headers)
}

export const groupsOf = (app: TestApp, accountId: string) =>
  app.db.selectFrom('alert_groups').selectAll().where('account_id', '=', accountId).orderBy('first_seen').orderBy('id').execute()

export async function incidentsOf(app: TestApp, accountId: string): Promise<SnowRecord[]> {
  const ids = (await groupsOf(app, accountId)).map(({ id }) => `slipway-alert/${id}/`)
  return listRecords(app.simulator, tables.incident!).filter((row) => ids.some((id) => row.correlation_id?.startsWith(id)))
}

export const changeIncident = (app: TestApp, row: SnowRecord, fields: Record<string, string>) =>
  updateRecord(app.simulator, tables.incident!, row, fields)

export const azureAlert = (overrides: Record<string, unknown> = {}, condition: Record<string, unknown> = {}) => ({
  schemaId: 'azureMonitorCommonAlertSchema',
  data: {
    essentials: {
      alertId: '/subscriptions/1/providers/Microsoft.AlertsManagement/alerts/b9569717-bc32-442f-add5-83a997729330',
      alertRule: 'till-cpu-high',
      severity: 'Sev1',
      signalType: 'Metric',
      monitorCondition: 'Fired',
      monitoringService: 'Platform',
      alertTargetIDs: ['/subscriptions/1/resourcegroups/rg-tills/providers/microsoft.compute/virtualmachines/vm-till-07'],
      configurationItems: ['vm-till-07'],
      firedDateTime: '2026-03-22T13:58:24.3713213Z',
      description: 'The till server is busy',
      essentialsVersion: '1.0',
      ...overrides,
    },
    alertContext: {
      conditionType: 'SingleResourceMultipleMetricCriteria',
      condition: {
        windowSize: 'PT5M',
        allOf: [
          {
            metricName: 'Percentage CPU',
            metricNamespace: 'Microsoft.Compute/virtualMachines',
            operator: 'GreaterThan',
            threshold: '90',
            timeAggregation: 'Average',
            dimensions: [{ name: 'VMName', value: 'vm-till-07' }],
            metricValue: 97.3,
            ...condition,
          },
        ],
      },
    },
    customProperties: null,
  },
})

export const alertmanagerGroup = (
  alerts: { name: string; status?: 'firing' | 'resolved'; startsAt?: string }[],
  overrides: object = {},
) => ({
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  truncatedAlerts: 0,
  status: alerts.some(({ status }) => status !== 'resolved') ? 'firing' : 'resolved',
  receiver: 'slipway',
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull', severity: 'critical', cluster: 'aks-checkout' },
  commonAnnotations: { summary: 'Disks of aks-checkout fill up' },
  externalURL: 'https://alertmanager.example',
  alerts: alerts.map(({ name, status = 'firing', startsAt = '2026-03-22T10:00:00Z' }) => ({
    status,
    labels: { alertname: 'DiskFull', severity: 'critical', instance: name },
    annotations: { summary: `The disk of ${name} is full` },
    startsAt,
    endsAt: status === 'resolved' ? '2026-03-22T10:20:00Z' : '0001-01-01T00:00:00Z',
    generatorURL: 'https://prometheus.example/graph',
    fingerprint: Buffer.from(name).toString('hex'),
  })),
  ...overrides,
})

export const cloudEvent = (overrides: Record<string, unknown> = {}) => ({
  specversion: '1.0',
  id: 'A234-1234-1234',
  source: '/stores/leeds',
  type: 'uk.example.freezer.warm.fired',
  subject: 'freezer-3',
  time: '2026-03-22T17:31:00Z',
  data: { title: 'Freezer 3 is too warm', severity: 'high', value: -9, threshold: -18 },
  ...overrides,
})

export function inBinaryMode({ data, ...attributes }: Record<string, unknown>) {
  return { headers: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce-${name}`, String(value)])), body: data }
}

export const gridEvent = (overrides: Record<string, unknown> = {}) => ({
  id: '831e1650-001e-001b-66ab-eeb76e069631',
  topic: '/subscriptions/1/resourceGroups/rg-tills',
  subject: 'till-7',
  eventType: 'uk.example.till.offline.fired',
  eventTime: '2026-03-22T17:31:00Z',
  data: { title: 'Till 7 is offline', severity: 'critical' },
  dataVersion: '1',
  metadataVersion: '1',
  ...overrides,
})
