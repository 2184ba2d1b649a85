import { expect, it } from 'vitest';
import { writeModel } from '../../src/modelfile/modelFile.js';
import { acceptedDamages, small } from '../support/modelFiles.js';

it('a model file is refused for every other value of every byte', () => {
  const changes = Array.from({ length: 255 }, (_, change) => change + 1);
  expect(acceptedDamages(writeModel(small), changes)).toEqual([]);
});
