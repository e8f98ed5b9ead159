import path from 'node:path'
import { compressAssets } from './compressAssets.ts'
import { buildUnlessCurrent } from './stampedBuild.ts'

/** Builds the browser part into `web/dist` unless its sources are unchanged. @returns whether it was built */
export const buildWeb = (root: string): Promise<boolean> =>
  buildUnlessCurrent(root, {
    name: 'web',
    folder: 'web/dist',
    sources: ['web/**/*', 'client/**/*'],
    args: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
    complete: () => compressAssets(path.join(root, 'web/dist')),
  })
