//! Completes the model with facts that follow from several keys together.

mod by_size;
mod by_value;
mod computed;
mod enums;
mod naming;
mod structs;
mod switches;

use crate::diagnostic::Mistakes;
use crate::limits;
use crate::load::{self, Declarations};
use crate::model::{Base, Content, Enum, Item, Part, Schema, Type};
use crate::span::Source;

impl Schema {
    /// Reads all files; reports mistakes, and keeps everything that can be understood.
    pub(crate) fn new(sources: Vec<Source>, mistakes: &Mistakes) -> Self {
        let mut schema = Self::default();
        let shape = load::of_file();
        for (index, source) in sources.iter().enumerate() {
            let file = load::file(&shape, index, source, mistakes);
            schema.torn |= file.is_none();
            let (declared, lost) = file.unwrap_or_default();
            schema.lost.extend(lost);
            schema.docs.push(declared.doc.clone());
            schema.packages.push(declared.package.clone());
            if !schema.add(declared, mistakes) {
                schema.torn = true;
                break;
            }
        }
        schema.sources = sources;
        schema.decide_forms(mistakes);
        schema.compute_passed_counts();
        schema.decide_kinds();
        schema.place_fields();
        schema.mirror_by_name();
        schema
    }

    /// Adds the declarations of a file; returns false if there are too many items.
    fn add(&mut self, declared: Declarations, mistakes: &Mistakes) -> bool {
        let (items, parts) = items(declared, mistakes);
        let room = limits::ITEMS
            .most
            .saturating_sub(self.items.len() + self.parts.len());
        if items.len() + parts.len() > room {
            let place = items.get(room).map(|item| &item.name.span);
            let place = place.or_else(|| Some(&parts.first()?.codes.first()?.span));
            let noted = place.map(|place| mistakes.note(place, "the schemas have too many items"));
            noted.map(|noted| noted.limit(&limits::ITEMS));
            return false;
        }
        self.parts.extend(parts);
        for item in items {
            match self.names.get(&item.name.value) {
                Some(first) => {
                    let what = format!("the name `{}` is already used", item.name);
                    let noted = mistakes.note(&item.name, what);
                    noted.other(&self.items[*first].name.span, "used here");
                }
                None => {
                    let name = item.name.value.clone();
                    self.names.insert(name, self.items.len());
                }
            }
            self.items.push(item);
        }
        true
    }
}

/// The items and parts of a file.
fn items(it: Declarations, mistakes: &Mistakes) -> (Vec<Item>, Vec<Part>) {
    let mut items: Vec<Item> = Vec::new();
    items.extend(it.enums.into_iter().map(|it| it.map(Content::Enum)));
    let flags = |of| Content::Enum(Enum { flags: true, ..of });
    items.extend(it.flags.into_iter().map(|it| it.map(flags)));
    items.extend(it.bits.into_iter().map(|it| it.map(Content::Bits)));
    items.extend(it.structs.into_iter().map(|it| it.map(Content::Struct)));
    items.extend(it.switches.into_iter().map(|it| it.map(Content::Switch)));
    items.extend(it.lets.into_iter().map(|it| it.map(Content::Let)));
    // Items keep the order of the file, across their kinds.
    items.sort_by_key(|item| item.name.span.range.start);
    for item in &mut items {
        enums::complete(item, mistakes);
        structs::split_keys(item, mistakes);
        switches::complete(item, mistakes);
    }
    (items, it.parts)
}

/// The type of a number that is a reference; the field then stores the target.
fn number(ty: &Type) -> Type {
    Type {
        base: Base::Integer(32),
        args: Vec::new(),
        span: ty.span.clone(),
    }
}
