//! Visits items after the items that they reference.

use alloc::vec;
use alloc::vec::Vec;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Entered,
    Left,
}

/// Visits the items from 0 to `len`, each after those that it references. If references form a cycle, one of its items
/// is visited before an item that it references. `references` adds the numbers of the items that an item references;
/// numbers out of range are ignored.
pub(crate) fn visit_in_post_order<C>(
    context: &mut C,
    len: usize,
    references: impl Fn(&C, usize, &mut Vec<usize>),
    mut visit: impl FnMut(&mut C, usize),
) {
    let mut states = vec![State::New; len];
    let mut left = Vec::new();
    for root in 0..len {
        if states[root] != State::New {
            continue;
        }
        left.push(root);
        while let Some(item) = left.last().copied() {
            match states.get_mut(item) {
                Some(state @ State::New) => {
                    *state = State::Entered;
                    references(context, item, &mut left);
                }
                Some(state @ State::Entered) => {
                    *state = State::Left;
                    left.pop();
                    visit(context, item);
                }
                _ => {
                    left.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::visit_in_post_order;

    fn order(references: &[&[usize]]) -> Vec<usize> {
        let mut order = Vec::new();
        visit_in_post_order(
            &mut order,
            references.len(),
            |_, item, found| found.extend(references[item]),
            |order, item| order.push(item),
        );
        order
    }

    #[test]
    fn items_follow_those_that_they_refer_to() {
        assert_eq!(order(&[&[2, 1], &[], &[3], &[1]]), [1, 3, 2, 0]);
        // The items 1 and 2 reference each other.
        assert_eq!(order(&[&[0], &[7, 2, 2], &[1]]), [0, 1, 2]);
        assert_eq!(order(&[]), vec![]);
    }
}
