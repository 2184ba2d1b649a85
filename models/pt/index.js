// The address of the model file. Bundlers recognize this form and include the file.
export default new URL('./portuguese.arcwise', import.meta.url);
