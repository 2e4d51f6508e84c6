/** The only import of the SDK of the Model Context Protocol, which is loaded when a protocol server starts, and bundled separately. */
export {
  type CallToolResult,
  type CompleteRequestParams,
  type ContentBlock,
  createMcpHandler,
  type GetPromptResult,
  type McpHttpHandler,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
