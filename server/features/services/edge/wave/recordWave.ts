import type { Db } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { awaitPipeline, type MergedChange, mergeChange } from '../../../accounts/repository/mergeChange.ts'
import { loadWave, storeProgress, type WaveFacts, type WaveInput } from './input.ts'

export const recordWave: Step<WaveInput> = {
  name: 'recordWave',
  title: 'Record the wave in the landing-zone repository',
  async run(context) {
    const { db, input } = context
    const wave = await loadWave(db, input.waveId)
    const files = await filesOf(db, wave)
    if (files.length === 0) return {}
    const storesText = files.length === 1 ? '1 store' : `${files.length} stores`
    const mergeResult = await mergeChange(context, {
      branch: `slipway/${wave.reference.toLowerCase()}-wave-${wave.number}-${wave.attempt}`,
      title: `Add ${storesText}: ${wave.name}, wave ${wave.number}`,
      body: `Slipway rollout ${wave.reference}.`,
      write: (git, branch) => git.putFiles({ files, branch, message: `Add ${storesText} (${wave.reference}, wave ${wave.number})` }),
    })
    return mergeResult instanceof Wait ? mergeResult : { ...mergeResult }
  },
}

/** Waits for the pipeline, which connects each store's network and sets up its budget and workloads. */
export const waitForDelivery: Step<WaveInput> = {
  name: 'waitForDelivery',
  title: 'Wait for the repository’s pipeline',
  async run({ clients, db, input, output, now }) {
    const { mergeSha } = output<Partial<MergedChange>>('recordWave')
    const pipelineWait = mergeSha ? await awaitPipeline(clients.git, mergeSha, ['apply']) : undefined
    if (pipelineWait) return pipelineWait
    await db
      .updateTable('edge_rollout_stores')
      .set({ progress: storeProgress.recorded, step_since: now(), updated_at: now() })
      .where('wave_id', '=', input.waveId)
      .where('status', '=', 'building')
      .where('progress', '=', storeProgress.network)
      .execute()
    await publishChange(db, { kind: 'edgeRollout', id: (await loadWave(db, input.waveId)).rolloutId })
    return {}
  },
}

async function filesOf(db: Db, wave: WaveFacts): Promise<{ path: string; content: string }[]> {
  const rows = await db
    .selectFrom('edge_rollout_stores as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.store_number', 's.store_name', 's.region as storeRegion', 's.azure_region', 's.address_range'])
    .select(['a.id', 'a.name', 'a.subscription_id', 'a.management_group_id', 'a.budget', 'a.cost_centre'])
    .where('s.wave_id', '=', wave.id)
    .where('s.status', '=', 'building')
    .where('s.progress', '=', storeProgress.network)
    .orderBy('s.store_number')
    .execute()
  return rows.map((row) => {
    const account = {
      id: row.id,
      reference: wave.reference,
      name: row.name,
      kind: 'edge',
      store: { number: row.store_number, name: row.store_name, region: row.storeRegion },
      subscriptionId: row.subscription_id,
      managementGroupId: row.management_group_id,
      environment: 'production',
      region: row.azure_region,
      connectivity: 'corporate',
      addressSpaces: [row.address_range],
      costCentre: row.cost_centre,
      budget: row.budget,
    }
    return { path: `accounts/${row.name}/account.json`, content: `${JSON.stringify(account, null, 2)}\n` }
  })
}
