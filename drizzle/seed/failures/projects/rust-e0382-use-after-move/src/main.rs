#[derive(Debug)]
struct Order {
    id: u32,
}

fn main() {
    let order = Order { id: 7 };
    let queue = vec![order];
    println!("{} queued, first {:?}", queue.len(), order);
    println!("{}", order.id);
}
