// A strict reader of the XML that drawings are made of: elements, attributes and text. It throws on what is not well-formed.

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The root element of a document. */
export function parseXml(document: string): XmlElement {
  const bad = forbidden.exec(document);
  if (bad) throw new Error(`There is U+${bad[0].codePointAt(0)!.toString(16)} at ${bad.index}.`);
  const outside: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [outside];
  for (const [token] of document.matchAll(/<[^>]*>|[^<]+|</g)) {
    const parent = open.at(-1)!;
    if (!token.startsWith('<')) {
      parent.children.push(decoded(token));
    } else if (token.startsWith('</')) {
      if (open.length === 1 || token !== `</${parent.name}>`) throw new Error(`${token} closes nothing.`);
      open.pop();
    } else {
      const parts = /^<([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*(\/?)>$/.exec(token);
      if (!parts) throw new Error(`${token} is not a tag.`);
      const element: XmlElement = { name: parts[1], attributes: {}, children: [] };
      for (const [, name, value] of parts[2].matchAll(/([a-zA-Z:-]+)="([^"]*)"/g)) {
        if (name in element.attributes) throw new Error(`${name} is twice in ${token}.`);
        element.attributes[name] = decoded(value);
      }
      parent.children.push(element);
      if (parts[3] === '') open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)!.name}> is not closed.`);
  const [root, ...rest] = outside.children.filter(
    (child) => typeof child !== 'string' || child.trim() !== '',
  );
  if (typeof root === 'string' || root === undefined || rest.length > 0)
    throw new Error('There is not one root.');
  return root;
}

/** All elements of a tree that pass, in the order of the document. */
export function elements(root: XmlElement, passes: (element: XmlElement) => boolean): XmlElement[] {
  const inner = root.children.filter((child) => typeof child !== 'string');
  return [...(passes(root) ? [root] : []), ...inner.flatMap((child) => elements(child, passes))];
}

/** The elements of this class. */
export function ofClass(root: XmlElement, name: string): XmlElement[] {
  return elements(root, ({ attributes }) => (attributes.class ?? '').split(' ').includes(name));
}

/** The text in an element and those inside it. */
export function textIn(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}

function decoded(text: string): string {
  return text.replace(/&([a-z]*)(;?)/g, (reference, name: string, end: string) => {
    if (end === '' || !(name in entities)) throw new Error(`${reference} is not an entity.`);
    return entities[name];
  });
}
