import { createTower } from './createTower.ts'
import { deleteTower } from './deleteTower.ts'
import { getTower } from './getTower.ts'
import { getTowerByName } from './getTowerByName.ts'
import { listTowers } from './listTowers.ts'
import { updateTower } from './updateTower.ts'

export const towerOperations = [createTower, listTowers, getTower, updateTower, deleteTower, getTowerByName]
