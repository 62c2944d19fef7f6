// Drives the extensions of the protocol by the official clients in TypeScript: Skills (SEP-2640) by the SDK's, which
// checks digests, sizes and frontmatter of every file, and Tasks (SEP-2663) by ext-tasks.
// usage: extensions.mjs COMMAND ARGS...
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import readline from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createTaskSessionFromClient, resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';

const [command, ...args] = process.argv.slice(2);
const info = { name: 'bimstream-verification', version: '1' };
const protocolVersion = '2026-07-28';
const extension = 'io.modelcontextprotocol/tasks';

async function connected() {
  const client = new Client(info, { versionNegotiation: { mode: { pin: protocolVersion } } });
  await client.connect(new StdioClientTransport({ command, args, env: { ...process.env }, stderr: 'inherit' }));
  return client;
}

// skills reads and verifies every file of every skill.
async function skills() {
  const client = await connected();
  const host = new SkillsClient(client);
  assert(host.supported, 'the server declares skills');
  const { skills, invalid } = await host.list();
  assert(skills.length > 0 && invalid.length === 0, 'the list is valid');
  let files = 0;
  for (const skill of skills) {
    const { skill: again } = await host.get(skill.uri);
    assert.deepStrictEqual(again, skill, `${skill.uri}: got and listed are the same`);
    for (const { uri } of skill.resources) {
      const file = await host.read(skill, uri);
      assert(file.verified, uri);
      files++;
    }
  }
  await client.close();
  return [skills.length, files];
}

// lines is a dispatcher of single requests to a server of its own, as ext-tasks wants beside a client.
function lines() {
  const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  readline.createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let sent = 0;
  return {
    dispatch: (request) =>
      new Promise((resolve) => {
        const id = ++sent;
        waiting.set(id, (message) => resolve({ ...message, id: request.id ?? id }));
        server.stdin.write(`${JSON.stringify({ ...request, jsonrpc: '2.0', id })}\n`);
      }),
    end: () => new Promise((resolve) => server.on('exit', resolve) && server.stdin.end()),
  };
}

async function tasks() {
  const client = await connected();
  const raw = lines();
  const session = createTaskSessionFromClient(client, {
    endpointId: 'verification',
    rawDispatch: raw.dispatch,
    v2RequestFraming: {
      protocolVersion,
      clientInfo: info,
      clientCapabilities: { extensions: { [extension]: {} } },
    },
  });
  const call = async (name, given) => {
    const execution = await session.callTool(name, given);
    const { outcome } = await execution.settle();
    const result = resultFromTaskOutcome(outcome);
    assert(result.structuredContent.success, `${name}: ${JSON.stringify(result.structuredContent)}`);
    return [execution, result.structuredContent];
  };
  await call('create_model', { name: 'Tasks by the SDK' });
  await call('create_level', { name: 'Ground', elevation: 0 });
  await call('create_wall', { level_id: 'Ground', start: [0, 0], end: [4000, 0], height: 2800, thickness: 200 });
  let lasting = 0;
  for (const [name, given] of Object.entries({
    export_ifc: { schema: 'IFC4' },
    clash_detection: {},
    code_compliance: { standard: 'IBC', severity_threshold: 'info' },
  })) {
    await call(name, given);
    lasting++;
  }
  await session.close();
  await client.close();
  await raw.end();
  return lasting;
}

const [listed, files] = await skills();
const lasting = await tasks();
console.log(`# ${listed} skills with ${files} files, verified by the SDK; ${lasting} lasting calls by ext-tasks`);
