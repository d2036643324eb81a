import { it } from 'vitest'
import { createPersistentMemory } from '../../../mock-server/test/service.js'
import { expectCompleteLists } from './list-paging.js'
import { expectSharedSessions } from './shared-sessions.js'

it('two servers on one store share invitations, sessions and keys, and use each invitation once', () =>
  expectSharedSessions(createPersistentMemory()))

it('every list can be paged in both directions, without a repeated or missing row', () =>
  expectCompleteLists(createPersistentMemory()))
