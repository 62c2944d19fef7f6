// Compiles every schema of every tool with ajv in strict mode. usage: schemas.mjs COMMAND ARGS...
import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const require = createRequire(import.meta.url);
const Ajv = require('ajv/dist/2020').default;
const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'bimstream-verification', version: '1' });
await client.connect(new StdioClientTransport({ command, args, env: { ...process.env }, stderr: 'ignore' }));
const { tools } = await client.listTools();
await client.close();
let faults = 0;
for (const tool of tools) {
  for (const schema of ['inputSchema', 'outputSchema']) {
    try {
      new Ajv({
        strict: true,
        strictTypes: true,
        strictTuple: true,
        strictRequired: true,
        allErrors: true,
        logger: false,
      }).compile(tool[schema]);
    } catch (error) {
      faults += 1;
      console.log(`${tool.name} ${schema}: ${error.message}`);
    }
  }
}
console.log(`# ajv in strict mode: ${2 * tools.length} schemas, ${faults} refused`);
process.exit(faults === 0 && tools.length > 50 ? 0 : 1);
