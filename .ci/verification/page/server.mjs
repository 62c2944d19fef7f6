// The program: a page that it serves, and an agent that calls its tools in another process.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const agentRecord = JSON.stringify({ id: 'drafter', kind: 'agent', on_behalf_of: 'local', dry_run_default: false,
  permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} } });

/** Serves the page of a data folder at a port, 0 for a free one. */
export async function serve(program, data, port = 0) {
  const child = spawn(program, ['web', '--data', data, '--port', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const lines = createInterface({ input: child.stdout });
  const link = await new Promise((found, failed) => {
    lines.on('line', (line) => /^open /.test(line) && found(line.slice('open '.length)));
    child.on('exit', (code) => failed(new Error(`the page's server ends with ${code}: ${said}`)));
  });
  const ended = new Promise((done) => child.on('exit', done));
  return { link, origin: new URL(link).origin, port: Number(new URL(link).port),
    stop: async (signal = 'SIGTERM') => { child.kill(signal); await ended; } };
}

/** An agent on a data folder. It calls tools, and gives their envelopes. */
export function agent(program, data) {
  const child = spawn(program, ['mcp', 'all', '--tools', 'full', '--data', data],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, BIMSTREAM_PRINCIPAL: agentRecord } });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let last = 0;
  const request = (method, params) => new Promise((done) => {
    waiting.set(++last, done);
    child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }) + '\n');
  });
  const begun = request('initialize', { protocolVersion: '2025-11-25', capabilities: {},
    clientInfo: { name: 'page check', version: '1' } });
  return {
    async call(name, args) {
      await begun;
      const { result, error } = await request('tools/call', { name, arguments: { reasoning: 'to be seen', ...args } });
      if (error) throw new Error(`${name}: ${error.message}`);
      return result.structuredContent;
    },
    async must(name, args) {
      const envelope = await this.call(name, args);
      if (!envelope.success) throw new Error(`${name}: ${envelope.error.name}: ${envelope.error.message}`);
      return envelope.data;
    },
    stop: () => child.stdin.end(),
  };
}
