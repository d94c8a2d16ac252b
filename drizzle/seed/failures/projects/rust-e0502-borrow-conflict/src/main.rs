fn main() {
    let mut lines = vec![1299, 450];
    let first = &lines[0];
    lines.push(990);
    println!("first line costs {first}, {} lines", lines.len());
}
