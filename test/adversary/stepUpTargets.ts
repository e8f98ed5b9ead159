import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { policies } from '../../server/features/approvals/policies/policies.fixture.ts'
import type { TestApp } from '../app.ts'
import { approvalAttacks } from './approvals.attacks.ts'
import type { Call, Target } from './attack.ts'
import { extension, privilegedAttacks, writeActivation } from './privileged.attacks.ts'
import { administrators } from './world.ts'

export type StepUpTarget = Pick<Target, 'call' | 'others' | 'grant'>

const niamh = (app: TestApp) => app.as(app.persona('Niamh').id)

const prepareAdminAttack = (call: (app: TestApp) => Promise<Call>) => async (app: TestApp) => ({
  ...administrators(app),
  call: await call(app),
})

const newChannel = () => ({
  type: 'webhook',
  name: `Channel ${randomUUID()}`,
  url: `https://hooks.example/${randomUUID()}`,
  topics: ['requests'],
})
const channel = async (app: TestApp): Promise<string> =>
  `/admin/notification-channels/${(await niamh(app).post('/admin/notification-channels', newChannel())).body.id}`

/** Uses the bulk operation, because the attacks use the single one. */
async function bulkDecideApprovals(app: TestApp): Promise<StepUpTarget> {
  const { prepare } = approvalAttacks.find(({ operation }) => operation === 'decideAccountApproval')!
  const target = await prepare(app)
  return { grant: target.grant, call: target.others!.find(({ path }) => path.endsWith('/together'))! }
}

async function extendActivation(app: TestApp): Promise<StepUpTarget> {
  const { prepare } = privilegedAttacks.find(({ operation }) => operation === 'createPimAssignment')!
  const { call, grant } = await prepare(app)
  const account = app.company.accounts.find(({ id }) => call.path.includes(id))!
  const id = uuidv7()
  return {
    call: { method: 'POST', path: `/pim/activations/${id}/extend`, body: extension },
    grant: async (personId) => {
      await grant(personId)
      await writeActivation(app, { id, account, personId, status: 'active' })
    },
  }
}

export const stepUpTargets: Record<string, (app: TestApp) => Promise<StepUpTarget>> = {
  bulkDecideApprovals,
  extendPimActivation: extendActivation,
  proposeApprovalPolicy: prepareAdminAttack(async (app) => {
    const { path } = await policies(app).draft('sandboxRequest')
    return { method: 'POST', path: `${path}/propose`, body: { changeNote: 'The board asked for it.' } }
  }),
  pauseQueue: prepareAdminAttack(async () => ({
    method: 'POST',
    path: '/cockpit/queues/work/pause',
    body: { reason: 'The cloud team moves the hub tonight.' },
  })),
  createNotificationChannel: prepareAdminAttack(async () => ({
    method: 'POST',
    path: '/admin/notification-channels',
    body: newChannel(),
  })),
  updateNotificationChannel: prepareAdminAttack(async (app) => ({
    method: 'PATCH',
    path: await channel(app),
    body: { topics: ['incidents'] },
  })),
  rotateNotificationSecret: prepareAdminAttack(async (app) => ({ method: 'POST', path: `${await channel(app)}/rotate` })),
}
