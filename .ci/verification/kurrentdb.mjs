// Holds the double of a KurrentDB node, which the tests of the store rely on, against a second client that knows
// nothing of ours: the vendor's for Node. usage: kurrentdb.mjs COMMAND ARGS..., the command that serves the double
import assert from 'node:assert';
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import {
  KurrentDBClient,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  BACKWARDS,
  FORWARDS,
  START,
  END,
  streamNameFilter,
  WrongExpectedVersionError,
  StreamNotFoundError,
  StreamDeletedError,
} from '@kurrent/kurrentdb-client';

const [command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const line = async () => (await lines.next()).value;
const tell = async (what) => {
  server.stdin.write(what + '\n');
  assert.strictEqual(await line(), 'ok');
};

const url = await line();
const client = KurrentDBClient.connectionString(url);
const event = (n, id = randomUUID()) =>
  jsonEvent({ id, type: 'thing.named', data: { n }, metadata: { actor: 'node' } });
const read = async (stream, options) => {
  const out = [];
  for await (const e of client.readStream(stream, options)) out.push(e.event);
  return out;
};
const rejects = (promise, kind, what) =>
  assert.rejects(promise, (e) => e instanceof kind || assert.fail(`${what}: ${e}`));

const first = [event(0), event(1)];
let r = await client.appendToStream('walls', first, { streamState: NO_STREAM });
assert.strictEqual(r.nextExpectedRevision, 1n, 'two events end at revision 1');
r = await client.appendToStream('walls', first, { streamState: NO_STREAM });
assert.strictEqual(r.nextExpectedRevision, 1n, 'a repetition is answered as the first time');
await client.appendToStream('walls', event(2), { streamState: 1n });
r = await client.appendToStream('walls', first, { streamState: NO_STREAM });
assert.strictEqual(r.nextExpectedRevision, 1n, 'also after others have written');
await rejects(
  client.appendToStream('walls', event(3), { streamState: 1n }),
  WrongExpectedVersionError,
  'an old revision',
);
await rejects(
  client.appendToStream('walls', [first[0], event(3)], { streamState: NO_STREAM }),
  WrongExpectedVersionError,
  'half a repetition',
);
await rejects(
  client.appendToStream('doors', event(3), { streamState: STREAM_EXISTS }),
  WrongExpectedVersionError,
  'a missing stream',
);
await rejects(read('doors'), StreamNotFoundError, 'reading a missing stream');

const numbers = (events) => events.map((e) => e.data.n);
assert.deepStrictEqual(numbers(await read('walls')), [0, 1, 2]);
assert.deepStrictEqual(numbers(await read('walls', { fromRevision: 1n })), [1, 2]);
assert.deepStrictEqual(numbers(await read('walls', { fromRevision: 3n })), []);
assert.deepStrictEqual(numbers(await read('walls', { direction: BACKWARDS, fromRevision: END, maxCount: 2 })), [2, 1]);
const [e] = await read('walls', { maxCount: 1 });
assert.strictEqual(e.id, first[0].id);
assert.deepStrictEqual(e.metadata, { actor: 'node' });
assert(Math.abs(Date.now() - e.created.getTime()) < 600_000, 'the time of an event');

await client.appendToStream('other', event(9));
const all = [];
for await (const x of client.readAll({ direction: FORWARDS, fromPosition: START })) all.push(x.event);
assert.deepStrictEqual(numbers(all), [0, 1, 2, 9]);

const seen = [];
const followed = (subscription, n) =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`only ${seen.length} events`)), 20_000);
    subscription.on('error', reject).on('data', (x) => {
      seen.push(x.event.data.n);
      if (seen.length === n) {
        clearTimeout(limit);
        resolve(subscription.unsubscribe());
      }
    });
  });
const filtered = followed(
  client.subscribeToAll({ fromPosition: START, filter: streamNameFilter({ prefixes: ['walls'] }) }),
  4,
);
await client.appendToStream('other', event(10));
await client.appendToStream('walls', event(3), { streamState: 2n });
await filtered;
assert.deepStrictEqual(seen.splice(0), [0, 1, 2, 3], 'a filtered subscription to all');
const behind = followed(client.subscribeToStream('walls', { fromRevision: 1n }), 3);
await client.appendToStream('walls', event(4), { streamState: 3n });
await behind;
assert.deepStrictEqual(seen, [2, 3, 4], 'a subscription begins after the revision that it names');

await tell('lose-answer');
const lost = event(5);
await assert.rejects(client.appendToStream('walls', lost, { streamState: 4n }));
r = await client.appendToStream('walls', lost, { streamState: 4n });
assert.strictEqual(r.nextExpectedRevision, 5n, 'the repetition of an append whose answer was lost');
assert.deepStrictEqual(numbers(await read('walls')), [0, 1, 2, 3, 4, 5]);

await client.tombstoneStream('walls');
await rejects(client.appendToStream('walls', event(6)), StreamDeletedError, 'writing to a deleted stream');
console.log("# the vendor's client for Node: append, expected revisions, repetitions, read, subscribe, delete");
await client.dispose();
server.stdin.end();
