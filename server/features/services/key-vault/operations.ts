import { listKeyVaults } from './listKeyVaults.ts'
import { setKeyVaultSecret } from './setKeyVaultSecret.ts'

export const keyVaultOperations = [setKeyVaultSecret, listKeyVaults]
