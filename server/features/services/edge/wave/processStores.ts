import { sql } from 'kysely'
import { recordSystemEvent, type SystemAction } from '../../../../audit/recordSystemEvent.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { NonRetryableError, Wait } from '../../../../workflows/workflow.ts'
import { startDropOwnerRole } from '../../../accounts/subscription-owner/dropOwnerRole.ts'
import { haltFor } from './halt.ts'
import { loadWave, type StoreInProgress, storeProgress, type WaveContext, type WaveFacts } from './input.ts'

/**
 * Number of stores that are processed in parallel and then stored together. If a crash happens in between, they are processed again, which
 * is safe.
 */
const batchSize = 10
/** Time limit of one pass. After that, the run is queued again, so that its job doesn't exceed its timeout. */
const passTimeoutMs = 120_000
const syncIntervalMs = 1_000
/** Attempts per step and store. The clients make their own retries in addition. */
const maxTries = 4
const timeoutMinutes = 45

export interface StoreResult {
  subscriptionId?: string
}
/** The state of an unfinished step: its note, and the URL for the next poll. */
export interface WaitingStore {
  waits: string
  poll?: string
}
interface StoreStep {
  /** Progress that a store must have before this step. */
  from: number
  note: string
  act(store: StoreInProgress, wave: WaveFacts): Promise<StoreResult | WaitingStore>
  begins?: true
}

interface Outcome {
  id: string
  progress: number
  status: 'building' | 'ready' | 'failed'
  subscription: string | null
  poll: string | null
  note: string | null
  reason: string | null
  tries: number
  moved: boolean
}

/**
 * Executes a step for every store of the wave that has the progress `from`. A failed store is marked, and the others continue. If the
 * failure limit is reached, the rollout is halted: no further stores start, and stores in progress finish.
 */
export async function processStores(context: WaveContext, step: StoreStep): Promise<Record<string, unknown> | Wait> {
  const { db, input, signal, now } = context
  const wave = await loadWave(db, input.waveId)
  const deadline = Date.now() + passTimeoutMs
  const lastAnnounced = { at: 0 }
  let openCount = 0
  for (let after = -1; ; ) {
    const stores = await nextStores(db, wave, step, after, now())
    if (stores.length === 0) break
    after = stores.at(-1)!.position
    signal.throwIfAborted()
    const outcomes = await Promise.all(stores.map((store) => runStoreStep(context, wave, step, store)))
    openCount += outcomes.filter(({ moved, status }) => !moved && status === 'building').length
    await saveOutcomes(context, wave, outcomes)
    if (Date.now() - lastAnnounced.at >= syncIntervalMs) {
      await publishChange(db, { kind: 'edgeRollout', id: wave.rolloutId })
      lastAnnounced.at = Date.now()
    }
    if (Date.now() > deadline) {
      openCount ||= 1
      break
    }
  }
  await publishChange(db, { kind: 'edgeRollout', id: wave.rolloutId })
  return openCount > 0 ? new Wait(step.note) : {}
}

/** Selects the next stores for this step. Stores that have not started are included only while the rollout is running. */
async function nextStores(db: Db, wave: WaveFacts, step: StoreStep, after: number, now: Date) {
  return inTransaction(db, async (tx) => {
    const rollout = await tx
      .selectFrom('edge_rollouts')
      .select('status')
      .where('id', '=', wave.rolloutId)
      .forShare()
      .executeTakeFirstOrThrow()
    const statuses = step.begins && rollout.status === 'running' ? ['building', 'queued'] : ['building']
    const { rows } = await sql<StoreInProgress & { position: number }>`
      with chosen as (
        select id from edge_rollout_stores where wave_id = ${wave.id} and status = any (${statuses}) and progress = ${step.from} and position > ${after}
        order by position limit ${batchSize}
      ), begun as (
        update edge_rollout_stores s set status = 'building', step_since = coalesce(s.step_since, ${now}), updated_at = ${now},
          attempt = s.attempt + case when s.status = 'queued' then 1 else 0 end
        from chosen where s.id = chosen.id returning s.*
      )
      select b.*, b.address_range::text, a.subscription_id from begun b join accounts a on a.id = b.account_id order by b.position`.execute(
      tx,
    )
    return rows
  })
}

async function runStoreStep(context: WaveContext, wave: WaveFacts, step: StoreStep, store: StoreInProgress): Promise<Outcome> {
  const unchanged = {
    id: store.id,
    progress: step.from,
    subscription: null,
    reason: null,
    note: null,
    poll: store.poll,
    tries: store.tries,
    moved: false,
  }
  const failed = (reason: string): Outcome => ({ ...unchanged, poll: null, status: 'failed', reason })
  try {
    const stepResult = await step.act(store, wave)
    if (!('waits' in stepResult)) {
      const progress = step.from + 1
      const status = progress === storeProgress.registered ? 'ready' : 'building'
      return { ...unchanged, progress, status, subscription: stepResult.subscriptionId ?? null, poll: null, tries: 0, moved: true }
    }
    const tooLong = (store.step_since?.getTime() ?? Number.POSITIVE_INFINITY) + timeoutMinutes * 60_000 < context.now().getTime()
    if (tooLong)
      return failed(`${stepResult.waits} This has taken more than ${timeoutMinutes} minutes. Check Azure, then resume the rollout.`)
    return { ...unchanged, status: 'building', note: stepResult.waits, poll: stepResult.poll ?? null }
  } catch (error) {
    if (error instanceof NonRetryableError) return failed(error.message)
    // Other errors don't concern this store alone, so the runner handles them for the whole step.
    if (!(error instanceof ExternalError)) throw error
    if (!error.retryable || store.tries + 1 >= maxTries) return failed(error.message)
    return { ...unchanged, status: 'building', note: error.message, poll: null, tries: store.tries + 1 }
  }
}

interface ResolvedStore {
  id: string
  status: string
  subscription_id: string | null
  reason: string | null
}

const resolvedAction = ({ id, status, reason }: ResolvedStore, wave: WaveFacts): SystemAction => ({
  action: status === 'active' ? 'accountProvisioned' : 'accountFailed',
  subject: { kind: 'account', id },
  before: { status: 'provisioning' },
  after: { status, rolloutId: wave.rolloutId, wave: wave.number },
  reason: status === 'active' ? `${wave.reference}: the store’s account is set up.` : `${wave.reference}: ${reason}`,
  outcome: status === 'active' ? 'allowed' : 'failed',
})

async function saveOutcomes(context: WaveContext, wave: WaveFacts, outcomes: Outcome[]): Promise<void> {
  const now = context.now()
  const storeRows = sql`jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (id uuid, progress int, status text, subscription uuid, poll text,
    note text, reason text, tries int, moved boolean)`
  await inTransaction(context.db, async (tx) => {
    // The rollout is locked first, as in every change of its stores, to prevent deadlocks.
    await tx.selectFrom('edge_rollouts').select('id').where('id', '=', wave.rolloutId).forUpdate().executeTakeFirstOrThrow()
    await sql`update edge_rollout_stores s set progress = o.progress, status = o.status, poll = o.poll, note = o.note, reason = o.reason,
        tries = o.tries, requested_at = coalesce(s.requested_at, ${now}), updated_at = ${now},
        step_since = case when o.moved then ${now} else s.step_since end,
        ready_at = case when o.status = 'ready' then ${now} else s.ready_at end
      from ${storeRows} where s.id = o.id and s.status = 'building'`.execute(tx)
    const { rows: resolvedStores } = await sql<ResolvedStore>`update accounts a set
        status = case o.status when 'ready' then 'active' when 'failed' then 'failed' else a.status end,
        subscription_id = coalesce(o.subscription, a.subscription_id),
        management_group_id = case when o.progress >= ${storeProgress.subscription} then ${context.config.edgeManagementGroup} else a.management_group_id end,
        network = case when o.progress >= ${storeProgress.network}
          then jsonb_build_object('connectivity', 'corporate', 'addressSpaces', jsonb_build_array(host(s.address_range) || '/' || masklen(s.address_range)))
          else a.network end,
        version = a.version + 1, updated_at = ${now}
      from ${storeRows} join edge_rollout_stores s on s.id = o.id
      where a.id = s.account_id and a.status = 'provisioning' and (o.moved or o.status = 'failed')
      returning a.id, a.status, a.subscription_id, s.reason`.execute(tx)
    await recordSystemEvent(
      tx,
      ...resolvedStores.filter(({ status }) => status !== 'provisioning').map((each) => resolvedAction(each, wave)),
    )
    for (const { id, status, subscription_id: subscriptionId } of resolvedStores)
      if (status === 'active' && subscriptionId) await startDropOwnerRole({ db: tx, jobs: context.jobs }, { accountId: id, subscriptionId })
    if (outcomes.some(({ status }) => status === 'failed')) await haltFor(tx, wave, now)
  })
}
