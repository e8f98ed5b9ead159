import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { slug } from '../../accounts/slug.ts'
import { awaitPipeline, type MergedChange, mergeChange } from '../../repository/mergeChange.ts'
import { deltaOf, toServicesState } from '../labels.ts'
import { writeServices } from '../services.ts'
import { accountOfUpdate, json } from './accountOfUpdate.ts'
import type { UpdateInput } from './input.ts'
import { notifyDone, notifyStuck } from './recordEnd.ts'
import { putAccountFile } from './repositoryFile.ts'

const deltaOfInput = ({ change }: UpdateInput) => deltaOf(toServicesState(change.before), toServicesState(change.after))

interface RecordedServices extends Partial<MergedChange> {
  delivers: string[]
}

export const recordServices: Step<UpdateInput> = {
  name: 'recordServices',
  title: 'Change the services in the landing-zone repository',
  async run(context) {
    const { clients, db, input, checkpoint } = context
    const { added, changed, removed } = deltaOfInput(input)
    const account = await accountOfUpdate(db, input.accountId)
    const pathOf = (name: string) => `${account.folder}/catalogue/${slug(name)}.json`
    let itemsToDeliver = checkpoint.delivers as string[] | undefined
    if (!itemsToDeliver) {
      const put = [...added, ...changed.map((each) => each.after)].map((item) => item.name)
      const existingFiles = await Promise.all(removed.map(({ name }) => clients.git.getFile(pathOf(name), 'main')))
      itemsToDeliver = [...put, ...removed.map(({ name }) => name).filter((_, index) => existingFiles[index] !== undefined)].map(slug)
      await context.saveCheckpoint({ ...checkpoint, delivers: itemsToDeliver })
    }
    const mergeResult = await mergeChange(context, {
      branch: `slipway/${input.reference.toLowerCase()}`,
      title: `Change services of ${account.name}`,
      body: `Requested as ${input.reference}, approved in Slipway.`,
      async write(git, branch) {
        const message = `Change services of ${account.name} (${input.reference})`
        await putAccountFile(git, branch, account, input)
        for (const item of [...added, ...changed.map((each) => each.after)]) {
          const content = json({ item: item.name, version: item.version, inputs: item.inputs })
          await git.putFile({ path: pathOf(item.name), branch, content, message })
        }
        for (const item of removed) await git.deleteFile({ path: pathOf(item.name), branch, message })
      },
    })
    return mergeResult instanceof Wait ? mergeResult : ({ ...mergeResult, delivers: itemsToDeliver } satisfies RecordedServices)
  },
}

const deliverServices: Step<UpdateInput> = {
  name: 'deliverServices',
  title: 'Wait until the pipeline has delivered the services',
  async run({ clients, output }) {
    const { mergeSha, delivers: itemsToDeliver } = output<RecordedServices>('recordServices')
    if (!mergeSha) return {}
    return (await awaitPipeline(clients.git, mergeSha, ['apply', ...itemsToDeliver.map((name) => `catalogue/${name}`)])) ?? {}
  },
}

/** Carries out an approved services change (`product.md` Flows 2). */
export const changeServices: Workflow<UpdateInput> = {
  kind: 'changeServices',
  steps: [recordServices, deliverServices],
  async succeeded(context) {
    const { db, input, now } = context
    const { added, changed, removed } = deltaOfInput(input)
    const put = [...added, ...changed.map((each) => each.after)]
    await writeServices(db, input.accountId, { put, removeIds: removed.map(({ id }) => id) }, now)
    await notifyDone(context)
  },
  failed: notifyStuck,
}
