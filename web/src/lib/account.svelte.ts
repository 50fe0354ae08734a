/** Who is signed in, where the server has accounts, and everything one does with an account. */

import { call } from './api';

export interface Account {
  name: string;
  email: string;
  settings: { mail?: boolean; push?: boolean; rated?: boolean };
  passkeys: { id: string; label: string }[];
}

interface State {
  /** Whether this server has accounts at all. */
  accounts: boolean;
  account: Account | null;
  /** Whether it sends letters. */
  mail?: boolean;
  /** The key with which a browser subscribes to push messages. */
  push?: string;
}

const NEXT = 'stavka.next';

async function send(path: string, body: unknown, method = 'POST'): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  return (await call(path, { method, headers, body: JSON.stringify(body) })).json();
}

class Own {
  state = $state.raw<State>({ accounts: false, account: null });

  async look(): Promise<void> {
    this.state = (await (await call('api/account')).json()) as State;
  }

  get name(): string | null {
    return this.state.account?.name ?? null;
  }

  /** Whether one has to sign in before one can play. */
  get mustSignIn(): boolean {
    return this.state.accounts && !this.state.account;
  }

  async register(name: string, password: string): Promise<void> {
    this.state = (await send('api/account', { name, password })) as State;
  }

  async signIn(name: string, password: string): Promise<void> {
    this.state = (await send('api/session', { name, password })) as State;
  }

  async signOut(): Promise<void> {
    await send('api/session', {}, 'DELETE');
    await this.look();
  }

  /** A link by e-mail: to sign in with, or to confirm one's address. */
  async sendLink(email: string, lang: string): Promise<void> {
    await send('api/session/mail', { email, lang });
  }

  /** Use a code that came by e-mail; true if the account is yet to be named. */
  async useCode(code: string, name = ''): Promise<boolean> {
    const answer = (await send('api/session/code', { code, name })) as State | { new: true };
    if ('new' in answer) return true;
    this.state = answer;
    return false;
  }

  async change(settings: Account['settings'] & { lang?: string }): Promise<void> {
    this.state = (await send('api/account/settings', settings)) as State;
  }

  async changePassword(old: string, fresh: string): Promise<void> {
    await send('api/account/password', { old, new: fresh });
  }

  /** Close the account for good; its name is typed so that nobody does it by mistake. */
  async close(name: string, password: string): Promise<void> {
    await send('api/account/close', { name, password });
    await this.look();
  }

  get knowsPasskeys(): boolean {
    return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  }

  async addPasskey(label: string): Promise<void> {
    const { ticket, options } = (await send('api/passkeys/begin', {})) as { ticket: string; options: PublicKeyCredentialCreationOptionsJSON };
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    this.state = (await send('api/passkeys', { ticket, credential: credential.toJSON() as unknown, label })) as State;
  }

  async removePasskey(id: string): Promise<void> {
    this.state = (await send('api/passkeys/remove', { id })) as State;
  }

  async usePasskey(): Promise<void> {
    const { ticket, options } = (await send('api/session/passkey/begin', {})) as { ticket: string; options: PublicKeyCredentialRequestOptionsJSON };
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    this.state = (await send('api/session/passkey', { ticket, credential: credential.toJSON() as unknown })) as State;
  }

  get knowsPush(): boolean {
    return 'serviceWorker' in navigator && 'PushManager' in window;
  }

  /** Have push messages sent to this browser; false if its user does not allow it. */
  async subscribe(): Promise<boolean> {
    if ((await Notification.requestPermission()) !== 'granted') return false;
    const worker = await navigator.serviceWorker.register('push.js');
    await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.state.push ?? '' });
    const { endpoint, keys } = subscription.toJSON();
    await send('api/pushes', { endpoint, keys });
    return true;
  }
}

export const own = new Own();

/** Remember where to go on after signing in, and go there. */
export function signInFirst(): void {
  sessionStorage.setItem(NEXT, location.hash);
  location.hash = '#/account';
}

export function goOn(): void {
  const next = sessionStorage.getItem(NEXT);
  sessionStorage.removeItem(NEXT);
  if (next) location.hash = next;
}
