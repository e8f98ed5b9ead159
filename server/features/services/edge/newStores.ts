import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { keepCopies, markGone } from './copies.ts'
import { lookUp } from './directory.ts'
import { launch, mostWaves, oneLaunchAtATime } from './launch.ts'
import { makePlan } from './plan.ts'
import { readRollout } from './queries.ts'
import { EdgePlan, EdgeRollout, NewStores } from './schemas.ts'
import { settle } from './settings.ts'

/** Problems named one by one in a refusal; the dry run names all. */
const mostErrors = 100

export const newStores = operation({
  id: 'newStores',
  method: 'POST',
  path: '/edge/newStores',
  tag: 'edge',
  summary: 'Roll edge accounts out to stores, wave after wave; or try it dry',
  description:
    'A dry run answers every line with its planned name, address range and wave, or with what is wrong with it. A launch takes only lists without problems: names and ranges are taken and the first wave begins. Waves are built one at a time; the next one begins when every store of a wave is built, fewer having failed than the limit. It does not wait for `completedStores`.',
  access: 'admin',
  body: NewStores,
  answers: { 200: EdgePlan, 201: EdgeRollout },
  errors: ['nameTaken', 'conflict', 'notSetUp'],
  prepare: ({ body, ...world }) => lookUp(world, [...new Set(numbersOf(body))]),
  async handler({ db, jobs, actor, config, body, now, audit, changed }, looked) {
    const dryRun = body.dryRun ?? false
    audit({ subject: { kind: 'edgeRollout', id: dryRun ? 'dryRun' : 'new' } })
    if (!dryRun) await oneLaunchAtATime(db)
    await keepCopies(db, looked.fresh)
    await markGone(db, looked.missing, now())
    const plan = await makePlan(db, config, body, await settle(db, config, body), looked, now().toISOString().slice(0, 10))
    if (dryRun) return reply(200, plan)
    requireGood(plan)
    const id = await launch({ db, jobs, actor, now: now() }, body.name.trim(), plan)
    const rollout = await readRollout(db, actor, id)
    const { reference, name, waveSize } = rollout
    audit({
      subject: { kind: 'edgeRollout', id },
      after: { reference, name, waveSize, stores: plan.lines.map((line) => line.storeNumber) },
    })
    await changed('edgeRollout', id)
    return reply(201, rollout)
  },
})

/** What could be a number at all: the directory is not asked about the rest. */
function numbersOf({ stores }: { stores: { storeNumber: string }[] }): string[] {
  return stores.map(({ storeNumber }) => storeNumber.trim()).filter((number) => /^\d{1,6}$/.test(number))
}

/** @throws invalidRequest that names the lines that cannot be */
function requireGood({ lines, problems, waves }: EdgePlan): void {
  if (waves > mostWaves)
    throw new Failure('invalidRequest', `That would be ${waves} waves; at most ${mostWaves} are possible. Make the waves larger.`, {
      errors: [{ field: 'waveSize', message: 'is too small for so many stores' }],
    })
  if (problems === 0) return
  const errors = lines.flatMap(({ line, problem }) => (problem ? [{ field: `stores.${line - 1}`, message: problem.message }] : []))
  const said = problems === 1 ? 'One line cannot be rolled out' : `${problems} lines cannot be rolled out`
  throw new Failure('invalidRequest', `${said}. Take them out or mend them; a dry run says what is wrong with each.`, {
    errors: errors.slice(0, mostErrors),
  })
}
