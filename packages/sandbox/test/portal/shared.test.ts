import { it } from 'vitest'
import { keptMemory } from '../../../mock-server/test/service.js'
import { walkTheLists } from './paging.js'
import { shareTheDoors } from './two-servers.js'

it('two servers on one store share invitations, sessions and keys, and use each invitation once', () =>
  shareTheDoors(keptMemory()))

it('every list can be paged in both directions, without a repeated or missing row', () => walkTheLists(keptMemory()))
