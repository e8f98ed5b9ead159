import { writeFileSync } from 'node:fs'
import { clientActions } from '../server/http/clientActions.ts'
import { clientRoutes } from '../server/http/clientRoutes.ts'
import { openApiDocument } from '../server/http/openApiDocument.ts'
import { openApiText } from './openApiText.ts'

// A test compares these committed files with what the server generates.
const write = (path: string, text: string) => writeFileSync(new URL(`../${path}`, import.meta.url), text)
write('openapi.json', openApiText(await openApiDocument()))
write('client/routes.ts', clientRoutes())
write('client/actionLabels.ts', clientActions())
