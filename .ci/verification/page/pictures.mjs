// Makes the pictures of the page in docs/pictures: the house with a change chosen, and the preview of a merge with a
// conflict, as a person at this machine sees them.
// usage: pictures.mjs BIMSTREAM DATA FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from './browser.mjs';
import { agent, serve } from './server.mjs';

const [program, data, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await serve(program, data);
const drafter = agent(program, data);
const chromium = await browser(join(folder, 'browser'));
const context = await chromium.newContext({ viewport: { width: 1280, height: 760 }, colorScheme: 'light',
  reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB' });
const page = await context.newPage();

async function drawn() {
  await page.waitForSelector('#canvas[data-frame]');
  await page.waitForFunction(() => !document.body.classList.contains('is-waiting'));
}

async function picture(name, query, shown) {
  await page.goto(server.origin + '/' + query, { waitUntil: 'commit' });
  await drawn();
  await shown();
  await drawn();
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, name) });
}

try {
  await page.goto(server.link, { waitUntil: 'commit' });
  await drawn();
  await picture('page.png', '?select=D1&panel=why', () => page.getByText(/1300|wide/i).first().waitFor());

  await drafter.must('create_branch', { name: 'option/wide-partition', reasoning: 'try a wider living room' });
  await drafter.must('move_element', { element_ids: ['P1'], delta: [600, 0, 0], branch: 'option/wide-partition',
    reasoning: 'the living room gets a dining table' });
  await drafter.must('modify_parameter', { element_id: 'D1', parameter_name: 'width', value: 1400,
    branch: 'option/wide-partition', reasoning: 'the client wants a grand entrance' });
  await drafter.must('modify_parameter', { element_id: 'D1', parameter_name: 'width', value: 1250,
    reasoning: 'the supplier has no leaf of 1300' });
  await picture('merge.png', '', async () => {
    await page.locator('header').getByRole('button', { name: 'main' }).click();
    await page.getByText('option/wide-partition').first().waitFor();
    await page.getByRole('button', { name: /merge/i }).first().click();
    await page.getByText(/conflict/i).first().waitFor();
  });
} finally {
  await chromium.close();
  await server.stop();
}
process.exit(0);
