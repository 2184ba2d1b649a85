import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../src/server/limits.js';
import { Room, type Visit } from '../../src/server/room.js';
import { Stop } from '../../src/server/stop.js';

describe('a stop', () => {
  it('tells whoever listens, once, and is remembered', () => {
    const stop = new Stop();
    const heard: string[] = [];
    const gone = ({ message }: Error) => heard.push(`gone: ${message}`);
    stop.on(gone);
    stop.on(({ message }) => heard.push(`stays: ${message}`));
    stop.off(gone);
    stop.off(gone);
    expect(() => stop.check()).not.toThrow();
    stop.now(new Error('first'));
    stop.now(new Error('second'));
    expect(heard).toEqual(['stays: first']);
    expect(() => stop.check()).toThrow('first');
  });
});

describe('a room', () => {
  /** Visits of so many requests, in the order of their arrival; those that got their turn. */
  function visitsOf(room: Room, count: number) {
    const inTurn: number[] = [];
    const stops = Array.from({ length: count }, () => new Stop());
    const visits: Visit[] = stops.map(() => room.open());
    const turns = visits.map(async (visit, at) => {
      await visit.turn(stops[at]);
      inTurn.push(at);
    });
    for (const turn of turns) turn.catch(() => {});
    return { inTurn, stops, visits, turns };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('lets in as many as it holds, the others as they leave', async () => {
    const { inTurn, visits } = visitsOf(new Room(defaultLimits), 67);
    await settled();
    expect(inTurn).toHaveLength(64);
    visits[3].leave();
    visits[5].leave();
    await settled();
    expect(inTurn.slice(64)).toEqual([64, 65]);
  });

  it('does not let in who has to stop while waiting', async () => {
    const room = new Room(defaultLimits);
    const { inTurn, stops, visits, turns } = visitsOf(room, 66);
    stops[64].now(new Error('gone'));
    await expect(turns[64]).rejects.toThrow('gone');
    visits[64].leave();
    visits[0].leave();
    await settled();
    expect(inTurn.slice(64)).toEqual([65]);
    expect(room.inFlight).toBe(64);
    expect(() => visits[64].turn(stops[64])).toThrow('gone');
  });
});
