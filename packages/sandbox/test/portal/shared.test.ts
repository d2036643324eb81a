import { it } from 'vitest'
import { keptMemory } from '../../../mock-server/test/service.js'
import { walkTheLists } from './paging.js'
import { shareTheDoors } from './two-servers.js'

it('two servers on one store know the same invitations, sessions and keys, and take each only once', () =>
  shareTheDoors(keptMemory()))

it('every list of the desk and of a portal leads to all of its pages and back, without a row twice or missing', () =>
  walkTheLists(keptMemory()))
