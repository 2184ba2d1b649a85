// The tags and relations of Universal Dependencies version 2.

const tags = [
  ...(['ADJ', 'ADP', 'ADV', 'AUX', 'CCONJ', 'DET', 'INTJ', 'NOUN', 'NUM'] as const),
  ...(['PART', 'PRON', 'PROPN', 'PUNCT', 'SCONJ', 'SYM', 'VERB', 'X'] as const),
];

const relations = [
  ...(['acl', 'advcl', 'advmod', 'amod', 'appos', 'aux', 'case', 'cc', 'ccomp', 'clf'] as const),
  ...(['compound', 'conj', 'cop', 'csubj', 'dep', 'det', 'discourse', 'dislocated', 'expl'] as const),
  ...(['fixed', 'flat', 'goeswith', 'iobj', 'list', 'mark', 'nmod', 'nsubj', 'nummod', 'obj'] as const),
  ...(['obl', 'orphan', 'parataxis', 'punct', 'reparandum', 'root', 'vocative', 'xcomp'] as const),
];

export const universalTags: readonly string[] = tags;
export const universalRelations: readonly string[] = relations;

/** One of the 17 universal tags. */
export type UniversalTag = (typeof tags)[number];

/** One of the 37 universal relations, without a subtype. */
export type UniversalRelation = (typeof relations)[number];
