import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { lookUpStores } from './directory.ts'
import { launch, lockLaunch, maxWaves } from './launch.ts'
import { planRollout } from './plan.ts'
import { loadRollout } from './queries.ts'
import { EdgePlan, EdgeRollout, NewStores } from './schemas.ts'
import { resolveSettings } from './settings.ts'
import { markDelisted, updateStoreCache } from './storeCache.ts'

/** Largest number of problems that an error lists. A dry run lists all problems. */
const maxErrors = 100

export const newStores = operation({
  id: 'newStores',
  method: 'POST',
  path: '/edge/newStores',
  tag: 'edge',
  summary: 'Start a rollout of edge accounts to stores, or do a dry run',
  description:
    'A dry run returns the planned name, address range and wave of every line, or its problem. A rollout starts only if there are no problems, and reserves the names and address ranges. Waves run one at a time. The next wave starts when every store of the current wave is built or failed, if fewer stores failed than the limit; it doesn’t wait for `completedStores`.',
  access: 'admin',
  body: NewStores,
  responses: { 200: EdgePlan, 201: EdgeRollout },
  errors: ['nameTaken', 'conflict', 'notSetUp'],
  prepare: ({ body, ...context }) => lookUpStores(context, [...new Set(numbersOf(body))]),
  async handler({ db, jobs, actor, config, body, now, audit, changed }, storeLookup) {
    const dryRun = body.dryRun ?? false
    audit({ subject: { kind: 'edgeRollout', id: dryRun ? 'dryRun' : 'new' } })
    if (!dryRun) await lockLaunch(db)
    await updateStoreCache(db, storeLookup.fresh)
    await markDelisted(db, storeLookup.missing, now())
    const plan = await planRollout(db, config, body, await resolveSettings(db, config, body), storeLookup, now().toISOString().slice(0, 10))
    if (dryRun) return reply(200, plan)
    requireValid(plan)
    const id = await launch({ db, jobs, actor, now: now() }, body.name.trim(), plan)
    const rollout = await loadRollout(db, actor, id)
    const { reference, name, waveSize } = rollout
    audit({
      subject: { kind: 'edgeRollout', id },
      after: { reference, name, waveSize, stores: plan.lines.map((planLine) => planLine.storeNumber) },
    })
    await changed('edgeRollout', id)
    return reply(201, rollout)
  },
})

/** Returns the valid store numbers. The directory isn't called for invalid numbers. */
function numbersOf({ stores }: { stores: { storeNumber: string }[] }): string[] {
  return stores.map(({ storeNumber }) => storeNumber.trim()).filter((number) => /^\d{1,6}$/.test(number))
}

/** @throws invalidRequest with the lines that have problems */
function requireValid({ lines, problems, waves }: EdgePlan): void {
  if (waves > maxWaves)
    throw new Failure('invalidRequest', `The rollout would have ${waves} waves, but the limit is ${maxWaves}. Make the waves larger.`, {
      errors: [{ field: 'waveSize', message: 'is too small for this many stores' }],
    })
  if (problems === 0) return
  const errors = lines.flatMap(({ line: planLine, problem }) =>
    problem ? [{ field: `stores.${planLine - 1}`, message: problem.message }] : [],
  )
  const problemText = problems === 1 ? '1 line has a problem' : `${problems} lines have problems`
  throw new Failure('invalidRequest', `${problemText}. Nothing was started. Fix or remove these lines; a dry run shows each problem.`, {
    errors: errors.slice(0, maxErrors),
  })
}
