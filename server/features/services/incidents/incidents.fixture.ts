import { deleteRecord, listRecords, updateRecord } from '../../../../simulator/servicenow/records.ts'
import { type SnowRecord, tables } from '../../../../simulator/servicenow/tables.ts'
import type { TestApp } from '../../../../test/app.ts'

export { accountOf } from '../../accounts/groups/groups.fixture.ts'

export const newIncident = (accountId: string, overrides: Record<string, unknown> = {}) => ({
  accountId,
  title: 'Baskets empty themselves at the till',
  description: 'Since 09:10 about one basket in five is empty when it is paid.',
  impact: 2,
  urgency: 1,
  ...overrides,
})

const html = (status: number, text: string) =>
  ({ kind: 'status', status, body: `<html>${text}</html>`, headers: { 'content-type': 'text/html' } }) as const
export const down = html(503, 'Down')
export const hibernatingPage = html(200, 'Your instance is hibernating')
/** ServiceNow's response if a field is hidden from the integration user: the call succeeds, and the field is missing. */
export const maskRows = (rows: Record<string, string>[]) => ({ kind: 'status', status: 200, body: { result: rows } }) as const
export const rejectWith = (message: string) =>
  ({ kind: 'status', status: 403, body: { error: { message: 'Operation Failed', detail: message }, status: 'failure' } }) as const

export const inServiceNow = (app: TestApp, title: string): SnowRecord[] =>
  listRecords(app.simulator, tables.incident!).filter((row) => row.short_description === title)

const incidentOf = (app: TestApp, number: string) => listRecords(app.simulator, tables.incident!).find((row) => row.number === number)!

export const changeInServiceNow = (app: TestApp, number: string, fields: Record<string, string>) =>
  updateRecord(app.simulator, tables.incident!, incidentOf(app, number), fields)
export const deleteInServiceNow = (app: TestApp, number: string) => deleteRecord(app.simulator, incidentOf(app, number))

export const servicenowCalls = (app: TestApp): string[] =>
  app.simulator.exchanges
    .list()
    .filter(({ service }) => service === 'servicenow')
    .map(({ method, path }) => `${method} ${path}`)
