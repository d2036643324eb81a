import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { UsageError } from '../command.js'
import { version } from '../version.js'
import { ToolError, withoutKeys } from './keys.js'
import type { Sandbox } from './sandbox.js'
import type { Tool } from './tool.js'
import { merchantTools } from './tools/merchants.js'
import { outcomeTools } from './tools/outcomes.js'
import { paymentTools } from './tools/payments.js'
import { readingTools } from './tools/reading.js'
import { wrongArgument } from './wrong-argument.js'

const tools: readonly Tool[] = [...merchantTools, ...paymentTools, ...outcomeTools, ...readingTools]

const schemaOf = ({ properties, required = [] }: Tool) =>
  ({
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  }) as const

/**
 * The MCP server of a sandbox: the control API and the calls of the API as tools for an assistant.
 *
 * @returns A server that is connected to nothing yet.
 * @decision 0083
 */
export function createMcpServer(sandbox: Sandbox): Server {
  const server = new Server(
    { name: 'cedi', version: version() },
    {
      capabilities: { tools: {} },
      instructions: `A sandbox of the payments service at ${sandbox.baseUrl}, with test money. Amounts are in GH₵.`,
    },
  )
  // Verbose: an error then has the schema of the object that it is about.
  const ajv = new Ajv({ allowUnionTypes: true, verbose: true })
  const checks = new Map<string, ValidateFunction>()
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: schemaOf(tool),
      ...(tool.isReading && { annotations: { readOnlyHint: true } }),
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) return refusal(`There is no tool ${params.name}. There are ${tools.map(({ name }) => name).join(', ')}.`)
    const check = checks.get(tool.name) ?? ajv.compile(schemaOf(tool))
    checks.set(tool.name, check)
    const given = params.arguments ?? {}
    if (!check(given)) {
      const [wrong] = check.errors as [ErrorObject]
      return refusal(wrongArgument(tool, wrong))
    }
    try {
      const made = await tool.run(given, sandbox)
      const data = typeof made === 'string' ? made : JSON.stringify(made)
      return { content: [{ type: 'text', text: tool.showsKey ? data : withoutKeys(data) }] }
    } catch (error) {
      if (error instanceof ToolError || error instanceof UsageError) return refusal(error.message)
      throw error
    }
  })
  return server
}

const refusal = (text: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: withoutKeys(text) }],
})
