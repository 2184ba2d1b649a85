/** The address of the model file, for `load`. */
declare const model: URL;
export default model;
