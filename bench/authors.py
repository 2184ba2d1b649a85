# The decoders of the paper's authors, for bench/decode.ts: python3 authors.py FOLDER, where FOLDER is a clone of their program,
# https://github.com/tzshi/dp-parser-emnlp17. Builds them with Cython; then reads lines such as "arc-eager 40 10", decodes
# random scores of 40 words for about 10 milliseconds, and writes the milliseconds per sentence.
import os
import sys
import time

os.environ.setdefault('CFLAGS', '-O3')

import numpy
import pyximport

pyximport.install(setup_args={'include_dirs': numpy.get_include()}, language_level=2)
sys.path.insert(0, os.path.join(sys.argv[1], 'cdparser'))

from aedpalgorithm import parse_ae_dp_mst
from ahdpalgorithm import parse_ah_dp_mst
from calgorithm import parse_proj

random = numpy.random.RandomState(1)


# Their tables have a row for each word, ROOT, the end of the sentence and one position before ROOT.
def transitions(decode, count):
    def prepare(n):
        scores, arcs = random.uniform(-1, 1, (n + 3, n + 3, count)), numpy.zeros((n + 2, n + 2))
        return lambda: decode(scores, arcs)

    return prepare


def arcs(n):
    scores = random.uniform(-1, 1, (n + 1, n + 1))
    return lambda: parse_proj(scores)


decoders = {
    'arc-hybrid': transitions(parse_ah_dp_mst, 3),
    'arc-eager': transitions(parse_ae_dp_mst, 4),
    'edge-factored, projective (Eisner)': arcs,
}

for line in sys.stdin:
    name, words, milliseconds = line.rsplit(' ', 2)
    call = decoders[name](int(words))
    call()
    calls, start, now = 0, time.perf_counter(), 0
    while now - start < float(milliseconds) / 1000:
        call()
        calls += 1
        now = time.perf_counter()
    print(1000 * (now - start) / calls, flush=True)
