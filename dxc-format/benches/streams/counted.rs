//! Reads the instructions of functions from a profile of callgrind.

use std::collections::BTreeMap;

/// The number of instructions of each called function, including the functions that it calls.
///
/// A line of cost has a location and a count; the line after `calls=` has the cost of that call. `fn=` and `cfn=` name
/// the function and the called one, by a number after the name's first use.
pub(crate) fn calls(profile: &str) -> BTreeMap<String, u64> {
    let (mut names, mut calls) = (BTreeMap::new(), BTreeMap::new());
    let (mut called, mut is_call) = ("", false);
    for line in profile.lines() {
        let is_called = line.starts_with("cfn=");
        if let Some(function) = line.strip_prefix("fn=").or(line.strip_prefix("cfn=")) {
            let (number, name) = function.split_once(' ').unwrap_or((function, ""));
            let name = *names.entry(number).or_insert(name);
            if is_called {
                called = name;
            }
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if is_call {
            let count = line.split(' ').nth(1).and_then(|count| count.parse().ok());
            *calls.entry(called.to_owned()).or_default() += count.unwrap_or(0u64);
            is_call = false;
        }
    }
    calls
}
