// All mutants, room by room.
import { decode } from './decode.js';
import { kernels } from './kernels.js';
import { parser } from './parser.js';
import { train } from './train.js';
import { transition } from './transition.js';

export const all = [...transition, ...decode, ...parser, ...train, ...kernels];
