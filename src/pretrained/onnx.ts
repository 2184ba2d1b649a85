// Reads the weights of an ONNX file under their original names.
//
// Exporters keep the names of most tensors, but the matrices of MatMul nodes become `onnx::MatMul_123`. The node itself
// is named after its module, `/encoder/layer.0/attention/self/query/MatMul`, which restores the name. Such a matrix is
// stored transposed, [inputs, outputs], and is transposed back here.
import { counted } from '../conllu/quotation.js';
import { sizeOf } from '../engine/tensor.js';
import { fromHalf } from '../modelfile/halfPrecision.js';
import { type Field, fieldsOf, packedNumbers } from './protobuf.js';
import { type PlainTensor, WeightsError } from './weightsError.js';

// Field numbers from onnx.proto.
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5 };
const NODE = { input: 1, name: 3, type: 4 };
const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9, location: 14 };

const FLOAT = 1;
const FLOAT16 = 10;
const EXTERNAL = 1;

const utf8 = new TextDecoder();

/** All weights in 32 or 16 bits; those of other types, such as 8-bit matrices, are left out. */
export function readOnnx(bytes: Uint8Array): Map<string, PlainTensor> {
  const tensors = new Map<string, PlainTensor>();
  const products: { weight: string; module: string }[] = [];
  for (const graph of messages(fieldsOf(bytes), MODEL.graph)) {
    for (const { field, bytes: content } of fieldsOf(graph)) {
      if (content === undefined) continue;
      if (field === GRAPH.initializer) addTensor(content, tensors);
      if (field === GRAPH.node) products.push(...productOf(content));
    }
  }
  if (tensors.size === 0) throw new WeightsError('The ONNX file holds no weights in 32 or 16 bits.');
  for (const { weight, module } of products) {
    const tensor = tensors.get(weight);
    if (tensor?.shape.length !== 2) continue;
    tensors.set(`${module}.weight`, transposed(tensor));
    tensors.delete(weight);
  }
  return tensors;
}

function* messages(fields: Iterable<Field>, wanted: number): Generator<Uint8Array> {
  for (const { field, bytes } of fields) if (field === wanted && bytes) yield bytes;
}

function addTensor(message: Uint8Array, tensors: Map<string, PlainTensor>): void {
  let [name, type, location] = ['', 0, 0];
  const shape: number[] = [];
  let content: Uint8Array | undefined;
  for (const { field, value, bytes } of fieldsOf(message)) {
    if (field === TENSOR.dims) shape.push(...(bytes ? packedNumbers(bytes) : [value]));
    else if (field === TENSOR.type) type = value ?? 0;
    else if (field === TENSOR.location) location = value ?? 0;
    else if (bytes && field === TENSOR.name) name = utf8.decode(bytes);
    else if (bytes && (field === TENSOR.raw || field === TENSOR.floats)) content = bytes;
  }
  if (type !== FLOAT && type !== FLOAT16) return;
  if (location === EXTERNAL) {
    throw new WeightsError(
      `The ONNX file keeps the tensor "${name}" in another file. Use one that holds all weights.`,
    );
  }
  const width = type === FLOAT ? 4 : 2;
  if (content === undefined || content.length !== width * sizeOf(shape)) {
    throw new WeightsError(
      `The ONNX file is damaged: its tensor "${name}" of shape [${shape.join(', ')}] has ${counted(content?.length ?? 0, 'byte')}.`,
    );
  }
  // Copies for alignment. (Slicing a Node Buffer would not copy.)
  const { buffer } = new Uint8Array(content);
  tensors.set(name, {
    shape,
    data: type === FLOAT ? new Float32Array(buffer) : fromHalf(new Uint16Array(buffer)),
  });
}

/** The matrix that a MatMul node multiplies by, and the module that the node is named after. */
function* productOf(message: Uint8Array): Generator<{ weight: string; module: string }> {
  let [name, type] = ['', ''];
  const inputs: string[] = [];
  for (const { field, bytes } of fieldsOf(message)) {
    if (!bytes) continue;
    if (field === NODE.input) inputs.push(utf8.decode(bytes));
    else if (field === NODE.name) name = utf8.decode(bytes);
    else if (field === NODE.type) type = utf8.decode(bytes);
  }
  const module = /^\/(.+)\/MatMul$/.exec(name)?.[1].replaceAll('/', '.');
  if (type === 'MatMul' && module !== undefined && inputs.length === 2) yield { weight: inputs[1], module };
}

export function transposed({ shape: [rows, columns], data }: PlainTensor): PlainTensor {
  const turned = new Float32Array(data.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = data[row * columns + column];
  }
  return { shape: [columns, rows], data: turned };
}
