//! Where a path leads in a tree.

use alloc::vec::Vec;

use super::node::{Map, Node};

/// The number of an entry of a map, or of an element of a list, at each step of a path, as far as the tree has them; and
/// whether that is all of the path.
pub(super) fn steps(mut node: &Node, mut path: &str) -> (Vec<usize>, bool) {
    let mut steps = Vec::new();
    while !path.is_empty()
        && let Some((step, inner, rest)) = step(node, path)
    {
        steps.push(step);
        path = rest;
        match inner {
            Some(inner) => node = inner,
            None => break,
        }
    }
    (steps, path.is_empty())
}

/// How many steps of a path a map has.
pub(super) fn reach(map: &Map, path: &str) -> usize {
    entry(map, path).map_or(0, |(_, value, rest)| 1 + steps(value, rest).0.len())
}

/// The first step of a path, where it leads, and the rest of the path. Bytes lead to no node.
fn step<'n, 'p>(node: &'n Node, path: &'p str) -> Option<(usize, Option<&'n Node>, &'p str)> {
    match node {
        Node::Map(map) => entry(map, path).map(|(at, value, rest)| (at, Some(value), rest)),
        Node::List(_) | Node::Bytes(_) => {
            let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
            let (index, rest) = (index.parse().ok()?, rest.strip_prefix('.').unwrap_or(rest));
            let inner = match node {
                Node::List(list) => Some(list.get(index)?),
                Node::Bytes(bytes) => bytes.get(index).map(|_| None)?,
                _ => None,
            };
            Some((index, inner, rest))
        }
        _ => None,
    }
}

/// The same, in a map.
fn entry<'n, 'p>(map: &'n Map, path: &'p str) -> Option<(usize, &'n Node, &'p str)> {
    let entries = map.0.iter().enumerate().filter_map(|(at, (key, value))| {
        let rest = path.strip_prefix(&**key)?;
        let ends = rest.is_empty() || rest.starts_with(['.', '[']);
        ends.then_some((at, value, rest))
    });
    // Keys may hold dots: the longest one is meant, of those that are alike the first.
    let (at, value, rest) = entries.min_by_key(|(.., rest)| rest.len())?;
    Some((at, value, rest.strip_prefix('.').unwrap_or(rest)))
}
