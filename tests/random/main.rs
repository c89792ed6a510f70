//! Tests random schemas after compiling them; prints a line for each failure.
#![deny(warnings)]
#![allow(dead_code, unreachable_pub)]

mod check;
mod numbers;
mod schemas;

use std::panic::{AssertUnwindSafe, catch_unwind};

use check::Tried;
use numbers::Numbers;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().unwrap_or(1));
    let (seed, inputs): (u64, u64) = (arguments.next().unwrap_or(1), arguments.next().unwrap_or(100));
    let mut tried = Tried::default();
    std::panic::set_hook(Box::new(|_| {}));
    for (name, part) in schemas::PARTS {
        let mut numbers = Numbers::new(seed);
        let run = || part(&mut numbers, usize::try_from(inputs).unwrap_or(100), &mut tried);
        if let Err(problem) = catch_unwind(AssertUnwindSafe(run)) {
            let text = problem.downcast_ref::<String>().cloned();
            let text = text.or_else(|| problem.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            println!("failed: {name}: {}", text.unwrap_or_default().replace('\n', " "));
        }
    }
    println!("{tried:?}");
}
