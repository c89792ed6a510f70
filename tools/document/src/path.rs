//! Resolves paths in a tree.

use alloc::vec::Vec;

use dxc_runtime::values::{Map, Node};

/// The index of the map entry or list element at each step of a path, as far as the tree has them; and whether the
/// whole path was resolved.
pub(crate) fn steps(mut node: &Node, mut path: &str) -> (Vec<usize>, bool) {
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

/// The first step of a path, its target, and the rest of the path. Bytes have no child nodes.
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

/// Like `step`, in a map.
fn entry<'n, 'p>(map: &'n Map, path: &'p str) -> Option<(usize, &'n Node, &'p str)> {
    let entries = map.0.iter().enumerate().filter_map(|(at, (key, value))| {
        let rest = path.strip_prefix(&**key)?;
        let ends = rest.is_empty() || rest.starts_with(['.', '[']);
        ends.then_some((at, value, rest))
    });
    // Keys may contain dots: the longest matching key is used; of equal ones, the first.
    let (at, value, rest) = entries.min_by_key(|(.., rest)| rest.len())?;
    Some((at, value, rest.strip_prefix('.').unwrap_or(rest)))
}
