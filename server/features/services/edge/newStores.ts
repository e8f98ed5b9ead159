import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { keepCopies, markGone } from './copies.ts'
import { lookUp } from './directory.ts'
import { launch, maxWaves, oneLaunchAtATime } from './launch.ts'
import { makePlan } from './plan.ts'
import { readRollout } from './queries.ts'
import { EdgePlan, EdgeRollout, NewStores } from './schemas.ts'
import { resolve } from './settings.ts'

/** Limit of problems listed in a refusal; a dry run lists all. */
const maxErrors = 100

export const newStores = operation({
  id: 'newStores',
  method: 'POST',
  path: '/edge/newStores',
  tag: 'edge',
  summary: 'Start a rollout of edge accounts to stores in waves, or do a dry run',
  description:
    'A dry run returns the planned name, address range and wave of every line, or its problem. A rollout starts only without problems: it reserves names and address ranges and starts the first wave. Waves run one at a time; the next starts when every store of the wave is built or failed, with fewer failures than the limit. It doesn’t wait for `completedStores`.',
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
    const plan = await makePlan(db, config, body, await resolve(db, config, body), looked, now().toISOString().slice(0, 10))
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

/** Valid store numbers; the directory isn't called for the others. */
function numbersOf({ stores }: { stores: { storeNumber: string }[] }): string[] {
  return stores.map(({ storeNumber }) => storeNumber.trim()).filter((number) => /^\d{1,6}$/.test(number))
}

/** @throws invalidRequest with the lines that have problems */
function requireGood({ lines, problems, waves }: EdgePlan): void {
  if (waves > maxWaves)
    throw new Failure('invalidRequest', `That would be ${waves} waves; the limit is ${maxWaves}. Make the waves larger.`, {
      errors: [{ field: 'waveSize', message: 'is too small for this many stores' }],
    })
  if (problems === 0) return
  const errors = lines.flatMap(({ line, problem }) => (problem ? [{ field: `stores.${line - 1}`, message: problem.message }] : []))
  const said = problems === 1 ? '1 line has a problem' : `${problems} lines have problems`
  throw new Failure('invalidRequest', `${said}. Nothing was started. Remove or fix them; a dry run shows each problem.`, {
    errors: errors.slice(0, maxErrors),
  })
}
