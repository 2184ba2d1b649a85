// A configuration: the stack with its top to the right, then the buffer with its front to the left.
import type { ExploredConfiguration } from '../../src/explore/sequence.js';

export interface StackAndBufferProps {
  readonly configuration: ExploredConfiguration;
  /** ROOT, the words, and the end. */
  readonly words: readonly string[];
}

/** The number of words to show of each. */
const shown = 7;

export function StackAndBuffer({ configuration: { stack, b0, heads }, words }: StackAndBufferProps) {
  const n = words.length - 2;
  const visible = stack.slice(-shown);
  const buffer = Array.from({ length: n + 1 - b0 }, (_, at) => b0 + at);
  return (
    <div class="configuration">
      <section class="side stack" aria-label="Stack">
        <h2>
          Stack <i>σ</i>
        </h2>
        <ol>
          {stack.length > shown && <li class="rest">{stack.length - shown} more</li>}
          {visible.map((word, at) => (
            <Token
              key={word}
              word={words[word]}
              name={['s₀', 's₁'][visible.length - 1 - at]}
              isAttached={word === 0 || heads[word] >= 0}
            />
          ))}
        </ol>
      </section>
      <section class="side buffer" aria-label="Buffer">
        <h2>
          Buffer <i>β</i>
        </h2>
        <ol>
          {buffer.slice(0, shown).map((word, at) => (
            <Token key={word} word={words[word]} name={at === 0 ? 'b₀' : undefined} isAttached={false} />
          ))}
          {buffer.length > shown && <li class="rest">{buffer.length - shown} more</li>}
          {buffer.length === 0 && <li class="rest">empty</li>}
        </ol>
      </section>
    </div>
  );
}

interface TokenProps {
  readonly word: string;
  /** s₀, s₁ or b₀. */
  readonly name?: string;
  readonly isAttached: boolean;
}

function Token({ word, name, isAttached }: TokenProps) {
  const classes = ['token', name && 'named', isAttached && 'attached'].filter(Boolean).join(' ');
  return (
    <li class={classes}>
      <span>{word}</span>
      {name && <small>{name}</small>}
    </li>
  );
}
