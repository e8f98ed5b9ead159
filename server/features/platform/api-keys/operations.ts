import { deleteApiKey } from './deleteApiKey.ts'
import { generateApiKey } from './generateApiKey.ts'
import { listApiKeys } from './listApiKeys.ts'
import { registerApplication } from './registerApplication.ts'
import { updateApiKey } from './updateApiKey.ts'

export const apiKeyOperations = [generateApiKey, registerApplication, listApiKeys, updateApiKey, deleteApiKey]
