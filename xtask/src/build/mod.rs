//! From declarations to facts: what follows from several keys together.

mod computed;
mod conditions;
mod enums;
mod naming;
mod structs;
mod switches;
mod versions;

use serde_json::Value as Json;

use crate::diagnostic::{Mistakes, Source};
use crate::limits;
use crate::load::{self, Declarations};
use crate::model::{Base, Content, Item, Schema, Type};

impl Schema {
    /// Reads all files; mistakes are noted, and what can be understood is kept.
    pub(crate) fn new(sources: Vec<Source>, mistakes: &Mistakes) -> Self {
        let mut schema = Self {
            sources,
            ..Self::default()
        };
        let shape: Json = load::of_file();
        for index in 0..schema.sources.len() {
            let file = load::file(&shape, index, &schema.sources[index], mistakes);
            schema.torn |= file.torn;
            schema.lost.extend(file.lost);
            schema.docs.push(file.declared.doc.clone());
            schema.features.push(file.declared.feature.clone());
            if !schema.add(file.declared, mistakes) {
                schema.torn = true;
                break;
            }
        }
        schema.decide_structs(mistakes);
        schema.decide_kinds();
        schema.mirror_by_name();
        schema
    }

    /// Takes in what a file declares; false, if there are too many items.
    fn add(&mut self, mut declared: Declarations, mistakes: &Mistakes) -> bool {
        let parts = std::mem::take(&mut declared.parts);
        let builder = Builder { mistakes };
        let mut items = builder.items(declared);
        // Items come in the order of the file, whatever their kinds.
        items.sort_by_key(|item| item.span.range.start);
        let room = limits::ITEMS
            .most
            .saturating_sub(self.items.len() + self.parts.len());
        if items.len() + parts.len() > room {
            let place = items.get(room).map(|item| &item.span);
            let place = place.or_else(|| Some(&parts.first()?.codes.first()?.span));
            let noted = place.map(|place| mistakes.note(place, "this item is one too many"));
            noted.map(|noted| noted.limit(&limits::ITEMS));
            return false;
        }
        self.parts.extend(parts);
        items
            .into_iter()
            .for_each(|item| self.add_item(item, mistakes));
        true
    }

    fn add_item(&mut self, item: Item, mistakes: &Mistakes) {
        match self.names.get(&item.name.value) {
            Some(first) => {
                let what = format!("the name `{}` is taken", item.name.value);
                let noted = mistakes.note(&item.name.span, what);
                noted.other(&self.items[*first].name.span, "taken here");
            }
            None => {
                let name = item.name.value.clone();
                self.names.insert(name, self.items.len());
            }
        }
        self.items.push(item);
    }
}

/// One file's declarations, while they become facts.
struct Builder<'f> {
    mistakes: &'f Mistakes,
}

impl Builder<'_> {
    fn items(&self, it: Declarations) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        items.extend(it.enums.into_iter().map(|it| it.item(enums::enumeration)));
        items.extend(
            it.flags
                .into_iter()
                .map(|it| it.item(|flags| self.flags(flags))),
        );
        items.extend(it.bits.into_iter().map(|it| it.item(Content::Bits)));
        for it in it.structs {
            let (cpp, content) = (it.content.cpp_of_all(), it.item(|it| self.structure(it)));
            let is_whole = matches!(content.content, Content::Sequence(_));
            let cpp = cpp.filter(|_| is_whole);
            items.push(Item { cpp, ..content });
        }
        items.extend(it.switches.into_iter().map(|it| self.switch(it)));
        items.extend(it.lets.into_iter().map(|it| it.item(Content::Let)));
        items
    }
}

/// The type of a number that names something, which the field says then.
fn number(ty: &Type) -> Type {
    Type {
        base: Base::Integer(32),
        args: Vec::new(),
        span: ty.span.clone(),
    }
}
