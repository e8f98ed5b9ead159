import type { TestApp } from '../../../../test/app.ts'
import { chainAll } from '../../../audit/chainEvents.ts'

const silentLogger = { info() {}, warn() {}, error() {} }

/** Chains all waiting events, which a running server does every second. */
export const chainEvents = (app: TestApp) => chainAll({ ...app.context, log: silentLogger }, { seq: 0 })

export const niamh = (app: TestApp) => app.as(app.persona('Niamh').id)

export async function systemActionsWithCode(app: TestApp, code: string) {
  const tower = (
    await niamh(app).post('/towers', {
      name: `Tower ${code}`,
      code,
      description: 'For a test',
      leadIds: [app.persona('Ravi').id],
      costCentre: 'CC-1000',
    })
  ).body
  const renamedTower = await niamh(app).patch(`/towers/${tower.id}`, { name: `Renamed ${code}` })
  const response = await app.as(app.persona('Tomasz').id).patch(`/towers/${tower.id}`, { name: 'Mine' })
  if (renamedTower.status !== 200 || response.status !== 403) throw new Error(JSON.stringify([tower, renamedTower.body, response.body]))
  await chainEvents(app)
  return { id: tower.id as string, name: `Renamed ${code}` }
}
