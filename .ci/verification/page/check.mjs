// Goes through the page in a browser: what a person sees of the house, by pointer and by keyboard, while an agent in
// another process changes it and asks for a deletion.
// usage: check.mjs BIMSTREAM DATA FOLDER
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { browser } from './browser.mjs';
import { agent, serve } from './server.mjs';

const [program, data, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
mkdirSync(folder, { recursive: true });
const within = 20_000;
const faults = []; // of the page itself: errors, and requests to elsewhere
let killed = false; // the server, by this check: from then on connections fail, each system in its own words

const server = await serve(program, data);
const drafter = agent(program, data);
const chromium = await browser(join(folder, 'browser'), '--host-resolver-rules=MAP evil.test 127.0.0.1');
const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light',
  reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB' });
context.setDefaultTimeout(within);
const page = await watched(context);

/** A page whose errors are faults, and that reaches no other server. */
async function watched(of) {
  const made = await of.newPage();
  made.on('pageerror', (error) => faults.push(`error of the page: ${error.message}`));
  made.on('console', (line) => {
    if (line.type() !== 'error' || /status of (401|403|409|422|400|404|503)/.test(line.text())) return;
    if (killed && /net::ERR_/.test(line.text())) return;
    faults.push(`console: ${line.text()}`);
  });
  await made.route((url) => url.origin !== server.origin && url.protocol.startsWith('http'), (route) => {
    faults.push(`a request to ${route.request().url()}`);
    return route.abort();
  });
  return made;
}

const canvas = page.locator('#canvas');
const status = page.locator('.status-line');
const moment = page.locator('.moment');

async function drawn(after = 0) {
  await page.waitForFunction((least) => Number(document.querySelector('#canvas')?.dataset.frame ?? 0) > least, after);
  await page.waitForFunction(() => !document.body.classList.contains('is-waiting'));
}

async function open(query = '') {
  await page.goto(server.origin + '/' + query, { waitUntil: 'commit' });
  await drawn();
}

/** Says what axe-core finds against WCAG 2.2 AA and best practice. */
async function accessible(where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const result = await globalThis.axe.run({ runOnly });
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
  });
  for (const one of found) faults.push(`${where}: ${one}`);
}

/** How many distinct colours a screenshot of the picture has, and how much of it is the most frequent one. */
async function colours() {
  const png = (await canvas.screenshot()).toString('base64');
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const draw = new OffscreenCanvas(image.width, image.height).getContext('2d');
    draw.drawImage(image, 0, 0);
    const { data } = draw.getImageData(0, 0, image.width, image.height);
    const counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const key = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return { distinct: counts.size, most: Math.max(...counts.values()) / (data.length / 4) };
  }, png);
}

async function step(name, act) {
  try {
    await act();
  } catch (error) {
    await page.screenshot({ path: join(folder, 'failed.png') }).catch(() => {});
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

try {
  await step('the link lets in once, and leaves the address', async () => {
    const begun = Date.now();
    await page.goto(server.link, { waitUntil: 'commit' });
    await drawn();
    console.log(`# the house is drawn ${Date.now() - begun} ms after its link was opened`);
    assert.equal(new URL(page.url()).hash, '');
    const other = await chromium.newContext();
    const second = await watched(other);
    await second.goto(server.link, { waitUntil: 'commit' });
    await second.getByText('There is no session in this browser.').waitFor({ timeout: within });
    await other.close();
  });

  await step('the picture shows the house', async () => {
    const { distinct, most } = await colours();
    assert.ok(distinct > 50 && most < 0.9, `${distinct} colours, ${most} of it is one`);
    assert.ok(Number(await canvas.getAttribute('data-triangles')) > 1000);
    assert.match(await canvas.getAttribute('aria-label'), /House/);
  });

  await step('a click selects what is under it, and the inspector tells it', async () => {
    const box = await canvas.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => /selected/.test(document.querySelector('.status-line').textContent));
    const name = (await status.textContent()).replace(/ selected$/, '');
    await page.getByRole('heading', { name, exact: true }).first().waitFor();
    assert.ok(new URL(page.url()).searchParams.get('select'));
  });

  await step('why: the reason of a change is two clicks away', async () => {
    await open('?select=D1&panel=why');
    await page.locator('aside, .side').getByText(/1200|1300|wide/i).first().waitFor();
    await accessible('why');
  });

  await step('a change of an agent in another process is seen, and moves nothing', async () => {
    await open();
    const camera = await canvas.getAttribute('data-camera');
    const before = Number((await moment.textContent()).match(/\d+/)[0]);
    const begun = Date.now();
    await drafter.must('modify_parameter', { element_id: 'C1', parameter_name: 'name', value: 'Post 1',
      reasoning: 'as the engineer calls it' });
    await page.waitForFunction((n) => Number(document.querySelector('.moment').textContent.match(/\d+/)[0]) > n,
      before);
    console.log(`# the change of an agent is shown ${Date.now() - begun} ms after it was asked for`);
    await page.waitForFunction(() =>
      /as the engineer calls it/.test(document.querySelector('.status-line').textContent));
    assert.equal(await canvas.getAttribute('data-camera'), camera);
  });

  await step('names and reasons of agents stay texts', async () => {
    const hostile = '<img src=x onerror="document.title=1"> &amp; &lt;b&gt; "\u{1F600}';
    await drafter.must('modify_parameter', { element_id: 'Post 1', parameter_name: 'name', value: 'C1<b>',
      reasoning: 'to be seen' });
    await drafter.must('modify_parameter', { element_id: 'C1<b>', parameter_name: 'name', value: 'C1',
      reasoning: hostile + 'x'.repeat(1500) });
    await page.waitForFunction(() => /onerror/.test(document.body.textContent));
    assert.equal(await page.locator('img[src="x"]').count(), 0);
    assert.match(await page.title(), /House/);
  });

  await step('the past: by the keyboard, by a link, and back to live', async () => {
    const slider = page.getByRole('slider', { name: 'Time line' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => /Pinned/i.test(document.querySelector('.moment').textContent));
    await open('?at=40');
    assert.match(await moment.textContent(), /40/);
    const label = await canvas.getAttribute('aria-label');
    await page.reload({ waitUntil: 'commit' });
    await drawn();
    assert.equal(await canvas.getAttribute('aria-label'), label);
    await canvas.focus();
    await page.keyboard.press('l');
    await page.waitForFunction(() => /Live/i.test(document.querySelector('.moment').textContent));
  });

  await step('the past is saved as IFC and as a plan', async () => {
    await open('?at=61');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    await accessible('saving');
    for (const [kind, begins, ending] of [['ifc', 'ISO-10303-21', '.ifc'], ['plan', '%PDF', '.pdf'],
      ['table', 'PK', '.xlsx'], ['mesh', 'glTF', '.glb']]) {
      if (kind !== 'ifc') await page.getByRole('button', { name: 'Save as a file' }).click();
      await page.locator('dialog select').first().selectOption(kind);
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const saved = await coming;
      const path = join(folder, 'saved');
      await saved.saveAs(path);
      assert.ok(saved.suggestedFilename().endsWith(ending), saved.suggestedFilename());
      assert.equal(readFileSync(path).subarray(0, begins.length).toString(), begins);
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
  });

  await step('a comparison lists what differs and draws it', async () => {
    await open('?at=100&diff=60&panel=diff');
    await page.locator('.diff-row').first().waitFor();
    const n = await page.locator('.diff-row').count();
    assert.ok(n > 5, `${n} differences`);
    await accessible('comparison');
    await page.screenshot({ path: join(folder, 'comparison.png') });
  });

  await step('a comparison with what is not there says so', async () => {
    await open('?diff=no-such-tag');
    await page.getByRole('tab', { name: 'Comparison' }).click();
    await page.locator('.trouble').filter({ hasText: 'no-such-tag' }).waitFor();
  });

  await step('a check finds something, and one click shows the place', async () => {
    await open('?panel=findings');
    await page.getByRole('button', { name: 'Run a check' }).click();
    await page.getByLabel(/Standard/).selectOption('IBC');
    await page.getByRole('button', { name: 'Code compliance' }).click();
    const finding = page.locator('button.finding').first();
    await finding.waitFor();
    await accessible('findings');
    const camera = await canvas.getAttribute('data-camera');
    await finding.click();
    await page.getByRole('heading', { name: 'Set the status' }).or(page.getByText('Found', { exact: true })).first()
      .waitFor();
    await page.waitForFunction((was) => document.querySelector('#canvas').dataset.camera !== was, camera);
    await accessible('finding');
  });

  await step('a request of an agent: what would be, and a rejection that it reads', async () => {
    await open();
    const asked = await drafter.call('delete_element', { element_ids: ['C1'], reasoning: 'it stands in the way' });
    assert.equal(asked.error.name, 'APPROVAL_REQUIRED');
    const counter = page.getByRole('button', { name: /Approvals/ });
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.counter')].some((c) => /Approvals\s*1/.test(c.textContent)));
    await counter.click();
    await page.getByRole('button', { name: /Delete element/ }).click();
    await page.getByText('it stands in the way').first().waitFor();
    await page.getByText('the server was not started at one').waitFor(); // no terminal here: no code, and no button
    assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
    await accessible('request');
    await page.screenshot({ path: join(folder, 'request.png') });
  });

  await step('dark, narrow, and larger: nothing is lost', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open('?select=W1');
    await accessible('dark');
    await page.setViewportSize({ width: 320, height: 700 });
    await open('?select=W1');
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `${wider} px wider than the screen`);
    await accessible('narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await step('a lost context comes back, and draws the same', async () => {
    await open('?cam=30,-20,20,6,4,3');
    const before = await canvas.screenshot();
    const frame = Number(await canvas.getAttribute('data-frame'));
    await page.evaluate(() => {
      const gl = document.querySelector('#canvas').getContext('webgl2');
      const lose = gl.getExtension('WEBGL_lose_context');
      lose.loseContext();
      setTimeout(() => lose.restoreContext(), 200);
    });
    await drawn(frame);
    await page.waitForTimeout(500);
    assert.ok(before.equals(await canvas.screenshot()), 'the picture is another one');
  });

  await step('another name that leads here is refused', async () => {
    const refused = await page.request.get(server.origin + '/', { headers: { Host: 'evil.test' } }).catch(() => null);
    assert.equal(refused?.status() ?? 421, 421);
    const rebound = await chromium.newContext();
    const tab = await rebound.newPage();
    const answer = await tab.goto(`http://evil.test:${server.port}/`);
    assert.equal(answer.status(), 421);
    await rebound.close();
  });

  await step('a server that was started again asks for a new link', async () => {
    await open();
    killed = true;
    await server.stop('SIGKILL');
    await page.getByText(/Connection lost/).waitFor();
    const again = await serve(program, data, { port: server.port });
    await page.getByText('There is no session in this browser.').waitFor({ timeout: 40_000 });
    await again.stop();
  });

  const terminals = spawnSync('script', ['--version']).status === 0;
  if (!terminals) console.log('# not tried: the approval at a terminal, since there is no program script here');
  else await step('at a terminal: a person agrees by the phrase and the code that it shows, and goes on', async () => {
    const terminal = await serve(program, data, { terminal: true });
    const other = await chromium.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    other.setDefaultTimeout(within);
    const desk = await other.newPage();
    desk.on('pageerror', (error) => faults.push(`error of the page: ${error.message}`));
    await desk.goto(terminal.link, { waitUntil: 'commit' });
    await desk.locator('#canvas[data-frame]').waitFor();
    await desk.getByRole('button', { name: /Approvals/ }).click();
    await desk.getByRole('button', { name: /Delete element/ }).click();
    const approve = desk.getByRole('button', { name: 'Approve', exact: true });
    await approve.waitFor();
    assert.ok(await approve.isDisabled(), 'it can be approved unread');
    await desk.getByRole('button', { name: /code/i }).click();
    await desk.getByLabel(/code/i).fill(await terminal.shown(/code (\d{6}), typed/));
    await desk.getByLabel(/To approve, type/).fill('delete 2');
    assert.ok(await approve.isDisabled(), 'it can be approved by other words');
    await desk.getByLabel(/To approve, type/).fill('delete 1');
    await approve.click();
    await desk.getByText('Nobody asks for anything.').waitFor();
    await other.close();
    await terminal.stop();
    const [granted] = (await drafter.must('list_approvals', {})).approvals.filter((a) => a.status === 'granted');
    await drafter.must('delete_element', { element_ids: ['C1'], reasoning: 'it stands in the way',
      approval_id: granted.approval_id });
  });
} finally {
  drafter.stop();
  await chromium.close();
  await server.stop('SIGKILL').catch(() => {});
}
for (const fault of faults) console.log('FAULT ' + fault);
console.log(`# ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
