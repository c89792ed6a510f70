//! Arranges fields as a tree, by their paths.

use std::collections::BTreeMap;

use dxc_format::types::FieldValue;

/// A tree of values, by their paths.
#[derive(Default)]
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    pub(super) top: Vec<usize>,
    /// The index of each inner node, by the index of its parent and its label.
    groups: BTreeMap<(Option<usize>, String), usize>,
}

/// A field, or an inner node that contains fields.
#[derive(Default)]
pub(super) struct Node<'a> {
    pub(super) label: String,
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) field_value: Option<FieldValue<'a>>,
    /// The value of the first field that is a name.
    pub(super) name: Option<String>,
    pub(super) inner: Vec<usize>,
}

impl<'a> Tree<'a> {
    /// Adds values to the tree at their paths.
    pub(super) fn field_values(&mut self, field_values: Vec<FieldValue<'a>>) {
        let field_values = field_values
            .into_iter()
            .filter(|field_value| field_value.size() > 0);
        field_values.for_each(|field_value| self.field_value(field_value));
    }

    fn field_value(&mut self, field_value: FieldValue<'a>) {
        let path = field_value.path();
        let mut labels: Vec<&str> = labels(&path).collect();
        let last = labels.pop().unwrap_or_default();
        let (at, end) = (
            field_value.offset(),
            field_value.offset() + field_value.size(),
        );
        let mut outer = None;
        for (index, label) in labels.iter().enumerate() {
            let group = self.group(outer, label);
            let node = &mut self.nodes[group];
            (node.at, node.end) = (node.at.min(at), node.end.max(end));
            // In nested records, the name belongs to the innermost record.
            if field_value.is_name() && index + 1 == labels.len() && node.name.is_none() {
                node.name = Some(field_value.text().into_owned());
            }
            outer = Some(group);
        }
        let node = Node {
            label: last.to_owned(),
            at,
            end,
            field_value: Some(field_value),
            ..Node::default()
        };
        self.push(outer, node);
    }

    fn group(&mut self, outer: Option<usize>, label: &str) -> usize {
        if let Some(group) = self.groups.get(&(outer, label.to_owned())) {
            return *group;
        }
        let node = Node {
            label: label.to_owned(),
            at: usize::MAX,
            ..Node::default()
        };
        let group = self.push(outer, node);
        self.groups.insert((outer, label.to_owned()), group);
        group
    }

    fn push(&mut self, outer: Option<usize>, node: Node<'a>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        match outer {
            Some(outer) => self.nodes[outer].inner.push(index),
            None => self.top.push(index),
        }
        index
    }
}

/// The steps of a path: `a.b[2].c` is `a`, `b`, `[2]` and `c`.
fn labels(path: &str) -> impl Iterator<Item = &str> {
    path.split('.').flat_map(|word| {
        let (name, indices) = word.split_at(word.find('[').unwrap_or(word.len()));
        let name = (!name.is_empty()).then_some(name);
        name.into_iter().chain(indices.split_inclusive(']'))
    })
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn paths_have_steps() {
        let steps: Vec<&str> = labels("parameters[2].payload.ranges[0].flags").collect();
        assert_eq!(
            steps,
            ["parameters", "[2]", "payload", "ranges", "[0]", "flags"]
        );
        assert_eq!(labels("").count(), 0);
    }
}
