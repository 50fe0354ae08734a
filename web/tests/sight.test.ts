import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Sight, type Listener } from '../src/lib/sight.svelte';
import { Offline, Refused, isFinal } from '../src/lib/socket';

class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  static opened = 0;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.last = this;
    FakeSocket.opened++;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.onclose({ code: 1000, reason: '' });
  }

  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const listener: Listener = { came: vi.fn(), heard: vi.fn(), gone: vi.fn() };
const view = {
  turn: 1, offer: { task: 'move', units: ['a'], hexes: [], buttons: [], about: { kind: 'move', targets: [], group: [] }, sets: [] },
  units: { a: { place: '1' } }, stacks: { '1': ['a'] },
};

function sight(): Sight {
  const made = new Sight('m', 'red', 'token', listener);
  FakeSocket.last.onopen();
  FakeSocket.last.say({ view, n: 3, log: [{ n: 3, seat: 'red', events: [] }], talk: [], players: { red: { kind: 'me', here: true } } });
  return made;
}

describe('what a seat sees', () => {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('document', { baseURI: 'http://here/' });
    vi.useFakeTimers();
    vi.clearAllMocks();
  });

  it('begins with the whole view', () => {
    const red = sight();
    expect(FakeSocket.last.url).toBe('ws://here/api/matches/m/socket');
    expect(FakeSocket.last.sent[0]).toEqual({ token: 'token' });
    expect([red.n, red.online, red.view?.turn, red.players.red?.kind]).toEqual([3, true, 1, 'me']);
  });

  it('queues changes until they have been shown', async () => {
    const red = sight();
    const reached = vi.fn();
    void red.reaches(4).then(reached);
    FakeSocket.last.say({ n: 4, seat: 'red', choice: 'unit:a', events: [], change: { units: { a: { place: '2' } }, offer: null } });
    expect(red.view?.units.a?.place).toBe('1');
    red.apply();
    await Promise.resolve();
    expect([red.n, red.view?.units.a?.place, red.view?.offer, red.log.length]).toEqual([4, '2', null, 2]);
    expect(reached).toHaveBeenCalled();
  });

  it('ignores what it has had and takes choices back', () => {
    const red = sight();
    FakeSocket.last.say({ n: 3, seat: 'red', choice: 'x', events: [], change: { turn: 9 } });
    expect(red.queue).toEqual([]);
    FakeSocket.last.say({ n: 4, seat: 'red', choice: 'x', events: [], change: { turn: 2 } });
    FakeSocket.last.say({ n: 5, undo: 1, events: [], change: { turn: 1 } });
    red.flush();
    expect([red.n, red.view?.turn, red.log.map(({ n }) => n)]).toEqual([5, 1, [3]]);
  });

  it('gets answers and refusals', async () => {
    const red = sight();
    const answer = red.line.ask('reach', { unit: 'a' }, 'es');
    expect(FakeSocket.last.sent[1]).toMatchObject({ do: 'ask', question: 'reach', about: { unit: 'a' }, lang: 'es' });
    FakeSocket.last.say({ re: FakeSocket.last.sent[1]?.id, answer: { '2': 1 } });
    expect(await answer).toEqual({ '2': 1 });
    const choice = red.line.send({ do: 'choose', n: 3, choice: 'hex:9' });
    FakeSocket.last.say({ re: FakeSocket.last.sent[2]?.id, error: { reason: { en: 'no' }, rule: '8.3' } });
    await expect(choice).rejects.toBeInstanceOf(Refused);
  });

  it('comes back when the line breaks, and says so meanwhile', async () => {
    const red = sight();
    const waiting = red.line.ask('zoc', {}, 'en');
    const opened = FakeSocket.opened;
    FakeSocket.last.onclose({ code: 1006, reason: '' });
    await expect(waiting).rejects.toBeInstanceOf(Offline);
    await expect(red.line.send({})).rejects.toBeInstanceOf(Offline);
    expect(red.online).toBe(false);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.opened).toBe(opened + 1);
    FakeSocket.last.onopen();
    expect(red.online).toBe(true);
  });

  /** The line breaks and is back, and the server is at a number of choices. */
  async function comesBack(n: number): Promise<void> {
    FakeSocket.last.onclose({ code: 1006, reason: '' });
    await vi.advanceTimersByTimeAsync(300);
    FakeSocket.last.onopen();
    FakeSocket.last.say({ view, n });
  }

  it('makes a choice again that did not arrive before the line broke', async () => {
    const red = sight();
    const chosen = red.choose('unit:a');
    await comesBack(3);
    await vi.waitFor(() => {
      expect(FakeSocket.last.sent[1]).toMatchObject({ do: 'choose', n: 3, choice: 'unit:a' });
    });
    FakeSocket.last.say({ re: FakeSocket.last.sent[1]?.id });
    FakeSocket.last.say({ n: 4, seat: 'red', choice: 'unit:a', events: [], change: {} });
    red.flush();
    await chosen;
  });

  it('does not make a choice twice that arrived and was not answered', async () => {
    const red = sight();
    const chosen = red.choose('unit:a');
    await comesBack(4);
    await chosen;
    expect(FakeSocket.last.sent).toEqual([{ token: 'token' }]);
  });

  it('gives a choice up when the line does not come back', async () => {
    const red = sight();
    FakeSocket.last.onclose({ code: 1006, reason: '' });
    const refused = expect(red.choose('unit:a')).rejects.toBeInstanceOf(Offline);
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  });

  it('takes every refusal for final, and nothing else', () => {
    expect([4403, 4404, 4409, 1008].every(isFinal)).toBe(true);
    expect([1000, 1001, 1006, 1011, 1012, 4500].some(isFinal)).toBe(false);
  });

  it.each([4404, 4409])('gives up where the server says there is nothing (%i)', (code) => {
    sight();
    const opened = FakeSocket.opened;
    FakeSocket.last.onclose({ code, reason: 'no such match' });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.opened).toBe(opened);
    expect(listener.gone).toHaveBeenCalled();
  });

  it('hears talk, players and a thinking computer', () => {
    const red = sight();
    FakeSocket.last.say({ talk: { seat: 'blue', text: 'hello' } });
    FakeSocket.last.say({ computer: { seat: 'blue', thinking: true, done: 3, seconds: 4 } });
    expect([red.talk.length, red.thinking]).toEqual([1, { seat: 'blue', done: 3, since: Date.now() - 4000 }]);
    FakeSocket.last.say({ computer: { seat: 'blue', thinking: false, done: 9 } });
    FakeSocket.last.say({ plans: 2 });
    expect([red.thinking, red.plans]).toEqual([null, 2]);
  });
});
