// The tags and relations that Universal Dependencies version 2 knows.

export const universalTags = [
  ...['ADJ', 'ADP', 'ADV', 'AUX', 'CCONJ', 'DET', 'INTJ', 'NOUN', 'NUM'],
  ...['PART', 'PRON', 'PROPN', 'PUNCT', 'SCONJ', 'SYM', 'VERB', 'X'],
];

export const universalRelations = [
  ...[
    'acl',
    'advcl',
    'advmod',
    'amod',
    'appos',
    'aux',
    'case',
    'cc',
    'ccomp',
    'clf',
    'compound',
    'conj',
    'cop',
  ],
  ...[
    'csubj',
    'dep',
    'det',
    'discourse',
    'dislocated',
    'expl',
    'fixed',
    'flat',
    'goeswith',
    'iobj',
    'list',
    'mark',
  ],
  ...[
    'nmod',
    'nsubj',
    'nummod',
    'obj',
    'obl',
    'orphan',
    'parataxis',
    'punct',
    'reparandum',
    'root',
    'vocative',
    'xcomp',
  ],
];
