// The program: a page that it serves, and an agent that calls its tools in another process.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const agentRecord = JSON.stringify({ id: 'drafter', kind: 'agent', on_behalf_of: 'local', dry_run_default: false,
  permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} } });

/** Serves the page of a data folder at a port, 0 for a free one; at a terminal of its own where it is to have one. */
export async function serve(program, data, { port = 0, terminal = false } = {}) {
  const words = ['web', '--data', data, '--port', String(port)];
  const child = terminal
    ? spawn('script', ['-qefc', [program, ...words].map((word) => `'${word}'`).join(' '), '/dev/null'])
    : spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const told = [];
  const hear = (text) => {
    said += text;
    for (const look of told) look();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  /** The first part of what the terminal shows, once it does. */
  const shown = (pattern) => new Promise((found, failed) => {
    const look = () => pattern.test(said) && found(pattern.exec(said)[1]);
    told.push(look);
    look();
    child.on('exit', (code) => failed(new Error(`the page's server ends with ${code}: ${said}`)));
  });
  const link = await shown(/open (http\S+)/);
  const ended = new Promise((done) => child.on('exit', done));
  return { link, shown, origin: new URL(link).origin, port: Number(new URL(link).port),
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
      const { result, error } = await request('tools/call', { name, arguments: args });
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
