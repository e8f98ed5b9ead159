import { fileURLToPath } from 'node:url'
import { buildServer } from './serverBuild.ts'
import { buildWeb } from './webBuild.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
await Promise.all([buildWeb(root), buildServer(root)])
