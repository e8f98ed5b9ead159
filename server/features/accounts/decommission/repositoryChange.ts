import { Wait } from '../../../workflows/workflow.ts'
import { type ChangeContext, mergeChange } from '../repository/mergeChange.ts'

interface RepositoryChange {
  branch: string
  title: string
  body: string
  /** If the content is null, the file is deleted. */
  files: { path: string; content: string | null }[]
}

export async function changeRepository(
  context: ChangeContext,
  { files, ...change }: RepositoryChange,
): Promise<Record<string, unknown> | Wait | undefined> {
  const mergeResult = await mergeChange(context, {
    ...change,
    async write(git, branch) {
      for (const { path, content } of files)
        if (content === null) await git.deleteFile({ path, branch, message: change.title })
        else await git.putFile({ path, branch, content, message: change.title })
    },
  })
  return mergeResult instanceof Wait ? mergeResult : mergeResult && { ...mergeResult }
}
