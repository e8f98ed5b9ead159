import { Wait } from '../../../workflows/workflow.ts'
import { type ChangeContext, mergeChange } from '../repository/mergeChange.ts'

export interface RepositoryChange {
  branch: string
  title: string
  body: string
  /** A null content deletes the file. */
  files: { path: string; content: string | null }[]
}

export async function changeRepository(
  context: ChangeContext,
  { files, ...change }: RepositoryChange,
): Promise<Record<string, unknown> | Wait | undefined> {
  const merged = await mergeChange(context, {
    ...change,
    async write(git, branch) {
      for (const { path, content } of files)
        if (content === null) await git.deleteFile({ path, branch, message: change.title })
        else await git.putFile({ path, branch, content, message: change.title })
    },
  })
  return merged instanceof Wait ? merged : merged && { ...merged }
}
