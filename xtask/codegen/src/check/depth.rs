//! Checks the depth of nested items and the size of records. Items that exceed these limits are not checked further.

use std::collections::HashMap;

use crate::limits;
use crate::model::{Base, Item};

use super::Checker;

impl Checker<'_> {
    /// Reports the first item that is too deep or too large; returns whether there was none.
    pub(super) fn is_shallow(&self) -> bool {
        let before = self.mistakes.len();
        let mut depths = HashMap::new();
        let mut items = self.schema.items.iter();
        // If an item is too deep, so are all items that contain it.
        items.all(|item| {
            self.depth(item, 0, &mut depths);
            self.mistakes.len() == before
        })
    }

    /// The nesting depth of an item; `None` if it exceeds the limit or is circular.
    fn depth<'s>(
        &'s self,
        item: &'s Item,
        level: usize,
        depths: &mut HashMap<&'s str, Option<usize>>,
    ) -> Option<usize> {
        if let Some(known) = depths.get(item.name.as_str()) {
            return *known;
        }
        // An item that is reached again while this entry exists contains itself.
        depths.insert(&item.name, None);
        if level > 4 * limits::DEPTH.most {
            self.too_deep(item);
            return None;
        }
        let mut depth = 0;
        for inner in self.inner_items(item) {
            depth = depth.max(self.depth(inner, level + 1, depths)?);
        }
        let size = self.schema.size(&Base::Item(item.name.value.clone()));
        let most = limits::RECORD.most as u64;
        depth += 1;
        if let Some(size) = size.filter(|size| *size > most) {
            self.note(&item.name, format!("`{}` has {size} bytes", item.name))
                .limit(&limits::RECORD);
            return None;
        }
        if depth > limits::DEPTH.most {
            self.too_deep(item);
            return None;
        }
        depths.insert(&item.name, Some(depth));
        Some(depth)
    }

    fn too_deep(&self, item: &Item) {
        let what = format!("the items in `{}` are nested too deeply", item.name);
        self.note(&item.name, what).limit(&limits::DEPTH);
    }

    /// The items directly in an item.
    fn inner_items<'s>(&'s self, item: &'s Item) -> Vec<&'s Item> {
        let bases = item.content.types().into_iter().map(|ty| &ty.base);
        let names = bases.filter_map(Base::inner_item);
        names.filter_map(|name| self.schema.item(name)).collect()
    }
}
