export function spans(n: i32, p: usize): f32 {
  return load<f32>(p + ((<usize>n) << 2));
}
